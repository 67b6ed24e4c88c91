/* Expressions: from the concrete tree to the AST.
 *
 * The grammar's operator precedences differ from Python's in places (`&` against `^`, `await` against `**`, `*` in
 * front of an operator, `as` behind a conditional). So chains of binary operators are flattened and rebuilt with
 * Python's precedences, and a leading `*` is moved outwards over the operators that bind tighter. */
#include "parser/lower.h"

#include <string.h>

/* ---- a leading `*` : (*a) + b in the concrete tree is *(a + b) ---- */

/* Takes the Starred off the left operand; gives where its `*` is, plus one, or 0. */
static uint32_t take_star(AstNode **operand) {
    if ((*operand)->kind != AST_Starred)
        return 0;
    uint32_t star = (*operand)->span.begin + 1;
    *operand = (*operand)->u.Starred.value;
    return star;
}

static AstNode *put_star(Lower *lower, uint32_t star, AstNode *node) {
    if (!star)
        return node;
    AstNode *starred = lower_new(lower, AST_Starred, star - 1, node->span.end);
    starred->u.Starred.value = node;
    return starred;
}

/* Where an expression begins that starts with the (perhaps parenthesised) node `left`, whose star was taken off. */
static uint32_t begin_of(Kid left_kid, const AstNode *left, uint32_t star) {
    return star ? left->span.begin : left_kid.begin;
}

AstNode *lower_plain(Lower *lower, Kid kid) {
    if (kid.cst == CST_named_expression)
        lower_error_at(lower, kid, "an assignment expression must be in parentheses here");
    return lower_test(lower, kid);
}

AstNode *lower_test(Lower *lower, Kid kid) {
    AstNode *node = lower_expr(lower, kid);
    if (node->kind == AST_Starred)
        lower_error_at(lower, kid, "a starred expression is not allowed here");
    if (node->kind == AST_Slice)
        lower_error_at(lower, kid, "a slice is not allowed here");
    return node;
}

/* ---- binary operators ---- */

static bool binary_operator(Cst cst, AstOperator *op, int *precedence) {
    static const struct {
        Cst cst;
        AstOperator op;
        int precedence;
    } rows[] = {
        {CST_pipe, AST_BitOr, 1},        {CST_caret, AST_BitXor, 2},       {CST_ampersand, AST_BitAnd, 3},
        {CST_left_shift, AST_LShift, 4}, {CST_right_shift, AST_RShift, 4}, {CST_plus, AST_Add, 5},
        {CST_minus, AST_Sub, 5},         {CST_star, AST_Mult, 6},          {CST_at, AST_MatMult, 6},
        {CST_slash, AST_Div, 6},         {CST_percent, AST_Mod, 6},        {CST_double_slash, AST_FloorDiv, 6},
        {CST_double_star, AST_Pow, 7},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        if (rows[i].cst == cst) {
            *op = rows[i].op;
            *precedence = rows[i].precedence;
            return true;
        }
    }
    return false;
}

typedef struct Operand {
    AstNode *node;
    uint32_t begin, end; /* parentheses included */
} Operand;

typedef struct Operation {
    AstOperator op;
    int precedence;
} Operation;

typedef struct Chain {
    VEC(Operand) operands;
    VEC(Operation) operations; /* operations[i] stands between operands i and i + 1 */
    uint32_t star;
} Chain;

/* Appends the operands and operators below a binary_operator, from left to right. */
static void collect_chain(Lower *lower, Kid kid, Chain *chain) {
    lower_enter(lower, 1, kid);
    if (kid.cst == CST_binary_operator || kid.cst == CST_union_type) {
        Kids kids = kids_open(lower, kid);
        Kid left = kid_at(lower, kids, 0), middle = kid_at(lower, kids, 1), right = kid_at(lower, kids, 2);
        collect_chain(lower, left, chain);
        Operation operation;
        if (!binary_operator(middle.cst, &operation.op, &operation.precedence))
            lower_error_at(lower, middle, "this operator is not known");
        vec_push(lower->arena, &chain->operations, operation);
        collect_chain(lower, right, chain);
        kids_close(lower, kids);
    } else if (kid.cst == CST_type) { /* an operand of a union_type */
        Kids kids = kids_open(lower, kid);
        Kid inner = kid_at(lower, kids, 0);
        kids_close(lower, kids);
        collect_chain(lower, inner, chain);
    } else {
        Operand operand = {.node = lower_expr(lower, kid), .begin = kid.begin, .end = kid.end};
        if (operand.node->kind == AST_Starred) {
            if (chain->operands.len)
                lower_error_at(lower, kid, "a starred expression is not allowed here");
            chain->star = take_star(&operand.node);
            operand.begin = operand.node->span.begin;
        }
        vec_push(lower->arena, &chain->operands, operand);
    }
    lower_leave(lower, 1);
}

static void reduce(Lower *lower, Operand *operands, uint32_t *operand_count, AstOperator op) {
    Operand right = operands[--*operand_count], *left = &operands[*operand_count - 1];
    AstNode *node = lower_new(lower, AST_BinOp, left->begin, right.end);
    node->u.BinOp.left = left->node;
    node->u.BinOp.op = op;
    node->u.BinOp.right = right.node;
    left->node = node;
    left->end = right.end;
}

/* Shunting yard; the operand and operator stacks are the front parts of the chain's own arrays. */
static Operand build_chain(Lower *lower, Chain *chain) {
    Operand *operands = chain->operands.data;
    Operation *pending = arena_array(lower->arena, Operation, chain->operations.len + 1);
    uint32_t operand_count = 1, pending_count = 0;
    for (uint32_t i = 0; i < chain->operations.len; i++) {
        Operation next = chain->operations.data[i];
        bool right_associative = next.op == AST_Pow;
        while (pending_count && (pending[pending_count - 1].precedence > next.precedence ||
                                 (pending[pending_count - 1].precedence == next.precedence && !right_associative)))
            reduce(lower, operands, &operand_count, pending[--pending_count].op);
        pending[pending_count++] = next;
        operands[operand_count++] = chain->operands.data[i + 1];
    }
    while (pending_count)
        reduce(lower, operands, &operand_count, pending[--pending_count].op);
    return operands[0];
}

/* `await_at`: where the `await` is that belongs to the first operand, plus one, or 0. */
static AstNode *lower_binary(Lower *lower, Kid kid, uint32_t await_at) {
    Chain chain = {0};
    collect_chain(lower, kid, &chain);
    if (await_at) {
        Operand *first = &chain.operands.data[0];
        AstNode *await = lower_new(lower, AST_Await, await_at - 1, first->end);
        await->u.Await.value = first->node;
        first->node = await;
        first->begin = await_at - 1;
    }
    return put_star(lower, chain.star, build_chain(lower, &chain).node);
}

AstNode *lower_binary_from(Lower *lower, AstNode *left, Kid op, Kid right) {
    Chain chain = {0};
    Operand operand = {.node = left, .begin = left->span.begin, .end = left->span.end};
    Operation operation;
    if (!binary_operator(op.cst, &operation.op, &operation.precedence))
        lower_error_at(lower, op, "this operator is not known");
    vec_push(lower->arena, &chain.operands, operand);
    vec_push(lower->arena, &chain.operations, operation);
    collect_chain(lower, right, &chain);
    return build_chain(lower, &chain).node;
}

static AstNode *lower_await(Lower *lower, Kid kid, Kids kids) {
    Kid operand = kid_at(lower, kids, 1);
    if (operand.cst == CST_binary_operator)
        return lower_binary(lower, operand, kid.begin + 1);
    AstNode *node = lower_new(lower, AST_Await, kid.begin, kid.end);
    node->u.Await.value = lower_plain(lower, operand);
    return node;
}

/* ---- other operators ---- */

static AstNode *lower_unary(Lower *lower, Kid kid, Kids kids) {
    AstNode *node = lower_new(lower, AST_UnaryOp, kid.begin, kid.end);
    switch (kid_at(lower, kids, 0).cst) {
    case CST_plus:
        node->u.UnaryOp.op = AST_UAdd;
        break;
    case CST_minus:
        node->u.UnaryOp.op = AST_USub;
        break;
    case CST_tilde:
        node->u.UnaryOp.op = AST_Invert;
        break;
    default:
        node->u.UnaryOp.op = AST_Not;
        break;
    }
    node->u.UnaryOp.operand = lower_plain(lower, kid_at(lower, kids, 1));
    return node;
}

/* `a or b or c` is left-nested in the concrete tree and one BoolOp in the AST, parentheses excepted. */
static AstNode *lower_boolean(Lower *lower, Kid kid) {
    VEC(Kid) operands = {0}; /* from right to left */
    Cst op = CST_unknown;
    Kid left = kid;
    while (left.cst == CST_boolean_operator) {
        Kids kids = kids_open(lower, left);
        Kid middle = kid_at(lower, kids, 1), right = kid_at(lower, kids, 2), next = kid_at(lower, kids, 0);
        kids_close(lower, kids);
        if (op != CST_unknown && middle.cst != op)
            break;
        op = middle.cst;
        vec_push(lower->arena, &operands, right);
        left = next;
    }
    AstNode *first = lower_expr(lower, left);
    uint32_t star = take_star(&first);
    AstNode *node = lower_new(lower, AST_BoolOp, begin_of(left, first, star), kid.end);
    node->u.BoolOp.op = op == CST_and ? AST_And : AST_Or;
    node->u.BoolOp.values = lower_list(lower, operands.len + 1);
    lower_append(&node->u.BoolOp.values, first);
    for (uint32_t i = operands.len; i-- > 0;)
        lower_append(&node->u.BoolOp.values, lower_plain(lower, operands.data[i]));
    return put_star(lower, star, node);
}

static AstCmpOp comparison(Lower *lower, Kid kid) {
    switch (kid.cst) {
    case CST_equal:
        return AST_Eq;
    case CST_not_equal:
        return AST_NotEq;
    case CST_less:
        return AST_Lt;
    case CST_less_equal:
        return AST_LtE;
    case CST_greater:
        return AST_Gt;
    case CST_greater_equal:
        return AST_GtE;
    case CST_is:
        return AST_Is;
    case CST_is_not:
        return AST_IsNot;
    case CST_in:
        return AST_In;
    case CST_not_in:
        return AST_NotIn;
    default:
        lower_error_at(lower, kid, "this comparison is not known in Python 3");
    }
}

static AstNode *lower_compare(Lower *lower, Kid kid, Kids kids) {
    AstNode *left = lower_expr(lower, kid_at(lower, kids, 0));
    uint32_t star = take_star(&left), count = kids.len / 2;
    AstNode *node = lower_new(lower, AST_Compare, begin_of(kid, left, star), kid.end);
    node->u.Compare.left = left;
    node->u.Compare.ops = arena_array(lower->arena, AstCmpOp, count);
    node->u.Compare.comparators = lower_list(lower, count);
    for (uint32_t i = 0; i < count; i++) {
        node->u.Compare.ops[i] = comparison(lower, kid_at(lower, kids, 1 + 2 * i));
        lower_append(&node->u.Compare.comparators, lower_plain(lower, kid_at(lower, kids, 2 + 2 * i)));
    }
    return put_star(lower, star, node);
}

/* The grammar reads `a := b if c else d` as (a := b) if c else d. */
static AstNode *lower_conditional(Lower *lower, Kid kid, Kids kids) {
    AstNode *body = lower_expr(lower, kid_at(lower, kids, 0)), *named = NULL;
    if (kid_at(lower, kids, 0).cst == CST_named_expression) {
        named = body;
        body = named->u.NamedExpr.value;
        kid.begin = body->span.begin;
        named->span.end = kid.end;
    }
    uint32_t star = take_star(&body);
    AstNode *node = lower_new(lower, AST_IfExp, begin_of(kid, body, star), kid.end);
    node->u.IfExp.body = body;
    node->u.IfExp.test = lower_plain(lower, kid_at(lower, kids, 2));
    node->u.IfExp.orelse = lower_plain(lower, kid_at(lower, kids, 4));
    if (named) {
        named->u.NamedExpr.value = node;
        return named;
    }
    return put_star(lower, star, node);
}

static AstNode *lower_named(Lower *lower, Kid kid, Kids kids) {
    Kid name = kid_at(lower, kids, 0);
    AstNode *node = lower_new(lower, AST_NamedExpr, kid.begin, kid.end);
    node->u.NamedExpr.target = lower_plain(lower, name);
    lower_set_context(lower, node->u.NamedExpr.target, AST_Store);
    node->u.NamedExpr.value = lower_plain(lower, kid_at(lower, kids, 2));
    return node;
}

static AstNode *lower_lambda(Lower *lower, Kid kid, Kids kids) {
    AstNode *node = lower_new(lower, AST_Lambda, kid.begin, kid.end);
    Kid second = kid_at(lower, kids, 1);
    bool has_parameters = second.cst == CST_lambda_parameters;
    node->u.Lambda.args = has_parameters ? lower_arguments(lower, second) : lower_no_arguments(lower, second.begin);
    node->u.Lambda.body = lower_plain(lower, kid_at(lower, kids, kids.len - 1));
    return node;
}

/* ---- primaries ---- */

static AstNode *lower_attribute(Lower *lower, Kid kid, Kids kids) {
    AstNode *value = lower_expr(lower, kid_at(lower, kids, 0));
    uint32_t star = take_star(&value);
    AstNode *node = lower_new(lower, AST_Attribute, begin_of(kid, value, star), kid.end);
    node->u.Attribute.value = value;
    node->u.Attribute.attr = lower_identifier(lower, kid_at(lower, kids, 2));
    return put_star(lower, star, node);
}

static AstNode *lower_slice(Lower *lower, Kid kid, Kids kids) {
    AstNode *node = lower_new(lower, AST_Slice, kid.begin, kid.end);
    AstNode **places[] = {&node->u.Slice.lower, &node->u.Slice.upper, &node->u.Slice.step};
    uint32_t place = 0;
    for (uint32_t i = 0; i < kids.len; i++) {
        Kid part = kid_at(lower, kids, i);
        if (part.cst == CST_colon)
            place++;
        else if (place < COUNT_OF(places))
            *places[place] = lower_plain(lower, part);
    }
    if (place >= COUNT_OF(places))
        lower_error_at(lower, kid, "a slice has at most three parts");
    return node;
}

/* The index in kids [first, last): one expression, or a Tuple if there is a comma or a starred element. */
static AstNode *lower_index(Lower *lower, Kids kids, uint32_t first, uint32_t last) {
    if (first == last)
        lower_error_at(lower, kid_at(lower, kids, last), "an index is missing");
    Kid begin = kid_at(lower, kids, first), end = kid_at(lower, kids, last - 1);
    AstNode *tuple = lower_sequence(lower, kids, first, last, AST_Tuple);
    bool starred = tuple->u.Tuple.elts.items[0]->kind == AST_Starred;
    tuple->span = lower_span(lower, starred ? tuple->u.Tuple.elts.items[0]->span.begin : begin.begin, end.end);
    bool single = tuple->u.Tuple.elts.len == 1 && end.cst != CST_comma;
    return single && !starred ? tuple->u.Tuple.elts.items[0] : tuple;
}

static AstNode *lower_subscript(Lower *lower, Kid kid, Kids kids) {
    AstNode *value = lower_expr(lower, kid_at(lower, kids, 0));
    uint32_t star = take_star(&value);
    AstNode *node = lower_new(lower, AST_Subscript, begin_of(kid, value, star), kid.end);
    node->u.Subscript.value = value;
    node->u.Subscript.slice = lower_index(lower, kids, 2, kids.len - 1);
    return put_star(lower, star, node);
}

/* The grammar reads `List[int]` in an annotation as generic_type(identifier, type_parameter). */
static AstNode *lower_generic(Lower *lower, Kid kid, Kids kids) {
    Kid name = kid_at(lower, kids, 0);
    AstNode *node = lower_new(lower, AST_Subscript, kid.begin, kid.end);
    node->u.Subscript.value = lower_new(lower, AST_Name, name.begin, name.end);
    node->u.Subscript.value->u.Name.id = lower_identifier(lower, name);
    Kids inner = kids_open(lower, kid_at(lower, kids, 1));
    node->u.Subscript.slice = lower_index(lower, inner, 1, inner.len - 1);
    kids_close(lower, inner);
    return node;
}

/* `a: b` where the grammar expects types: a slice in an index. */
static AstNode *lower_constrained(Lower *lower, Kid kid, Kids kids) {
    AstNode *node = lower_new(lower, AST_Slice, kid.begin, kid.end);
    node->u.Slice.lower = lower_plain(lower, kid_at(lower, kids, 0));
    node->u.Slice.upper = lower_expr(lower, kid_at(lower, kids, 2)); /* b: c nests */
    if (node->u.Slice.upper->kind == AST_Slice) {
        AstNode *rest = node->u.Slice.upper;
        node->u.Slice.upper = rest->u.Slice.lower;
        node->u.Slice.step = rest->u.Slice.upper;
    }
    return node;
}

static AstNode *lower_call(Lower *lower, Kid kid, Kids kids) {
    AstNode *func = lower_expr(lower, kid_at(lower, kids, 0));
    uint32_t star = take_star(&func);
    AstNode *node = lower_new(lower, AST_Call, begin_of(kid, func, star), kid.end);
    node->u.Call.func = func;
    Kid arguments = kid_at(lower, kids, 1);
    if (arguments.cst == CST_generator_expression)
        node->u.Call.args = lower_list_of(lower, lower_expr(lower, arguments));
    else
        lower_call_arguments(lower, arguments, &node->u.Call.args, &node->u.Call.keywords);
    return put_star(lower, star, node);
}

static AstNode *lower_keyword(Lower *lower, Kid kid) {
    Kids kids = kids_open(lower, kid);
    AstNode *node = lower_new(lower, AST_keyword, kid.begin, kid.end);
    bool has_name = kid.cst == CST_keyword_argument;
    if (has_name)
        node->u.keyword.arg = lower_identifier(lower, kid_at(lower, kids, 0));
    node->u.keyword.value = lower_plain(lower, kid_at(lower, kids, kids.len - 1));
    kids_close(lower, kids);
    return node;
}

void lower_call_arguments(Lower *lower, Kid kid, AstList *args, AstList *keywords) {
    Kids kids = kids_open(lower, kid);
    *args = lower_list(lower, kids.len);
    *keywords = lower_list(lower, kids.len);
    bool seen_keyword = false, seen_double_star = false;
    for (uint32_t i = 0; i < kids.len; i++) {
        Kid item = kid_at(lower, kids, i);
        if (item.cst == CST_lparen || item.cst == CST_rparen || item.cst == CST_comma)
            continue;
        if (item.cst == CST_keyword_argument || item.cst == CST_dictionary_splat) {
            seen_keyword = true;
            seen_double_star |= item.cst == CST_dictionary_splat;
            lower_append(keywords, lower_keyword(lower, item));
            continue;
        }
        AstNode *arg = lower_expr(lower, item);
        if (seen_keyword && (arg->kind != AST_Starred || seen_double_star))
            lower_error_at(lower, item, "a positional argument follows a keyword argument");
        lower_append(args, arg);
    }
    kids_close(lower, kids);
}

/* ---- displays and comprehensions ---- */

AstNode *lower_sequence(Lower *lower, Kids kids, uint32_t first, uint32_t last, AstKind kind) {
    uint32_t begin = first < last ? kid_at(lower, kids, first).begin : 0;
    AstNode *node = lower_new(lower, kind, begin, first < last ? kid_at(lower, kids, last - 1).end : 0);
    AstList elements = lower_list(lower, last - first);
    for (uint32_t i = first; i < last; i++) {
        Kid item = kid_at(lower, kids, i);
        if (item.cst == CST_comma)
            continue;
        const Patch *splat = lower->patches_open ? lower_take_patch(lower, PATCH_SPLAT, item.begin, false) : NULL;
        AstNode *element = lower_expr(lower, item);
        if (splat) {
            element = put_star(lower, splat->begin + 1, element);
            element->span.end = item.end;
            node->span.begin = elements.len ? node->span.begin : splat->begin;
        }
        lower_append(&elements, element);
    }
    switch (kind) {
    case AST_Tuple:
        node->u.Tuple.elts = elements;
        break;
    case AST_List:
        node->u.List.elts = elements;
        break;
    default:
        node->u.Set.elts = elements;
        break;
    }
    return node;
}

/* A display in brackets: the elements stand between the first and the last kid. */
static AstNode *lower_display(Lower *lower, Kid kid, Kids kids, AstKind kind) {
    AstNode *node = lower_sequence(lower, kids, 1, kids.len - 1, kind);
    node->span = lower_span(lower, kid.begin, kid.end);
    return node;
}

/* As an assignment's target, `(a)` is a tuple_pattern of one element without a comma. */
static AstNode *lower_tuple(Lower *lower, Kid kid, Kids kids) {
    if (kids.len == 3)
        return lower_plain(lower, kid_at(lower, kids, 1));
    return lower_display(lower, kid, kids, AST_Tuple);
}

static AstNode *lower_dict(Lower *lower, Kid kid, Kids kids) {
    AstNode *node = lower_new(lower, AST_Dict, kid.begin, kid.end);
    node->u.Dict.keys = lower_list(lower, kids.len);
    node->u.Dict.values = lower_list(lower, kids.len);
    for (uint32_t i = 0; i < kids.len; i++) {
        Kid item = kid_at(lower, kids, i);
        if (item.cst != CST_pair && item.cst != CST_dictionary_splat)
            continue;
        Kids parts = kids_open(lower, item);
        lower_append(&node->u.Dict.keys, item.cst == CST_pair ? lower_plain(lower, kid_at(lower, parts, 0)) : NULL);
        lower_append(&node->u.Dict.values, lower_plain(lower, kid_at(lower, parts, parts.len - 1)));
        kids_close(lower, parts);
    }
    return node;
}

static AstNode *lower_for_in(Lower *lower, Kid kid) {
    Kids kids = kids_open(lower, kid);
    AstNode *node = lower_new(lower, AST_comprehension, kid.begin, kid.end);
    uint32_t at = 0;
    node->u.comprehension.is_async = kid_at(lower, kids, 0).cst == CST_async;
    at += node->u.comprehension.is_async ? 2 : 1;
    node->u.comprehension.target = lower_expr(lower, kid_at(lower, kids, at));
    lower_set_context(lower, node->u.comprehension.target, AST_Store);
    if (at + 3 != kids.len)
        lower_error_at(lower, kid_at(lower, kids, at + 3), "a tuple must be in parentheses here");
    node->u.comprehension.iter = lower_plain(lower, kid_at(lower, kids, at + 2));
    kids_close(lower, kids);
    return node;
}

/* The clauses behind the element: kids [first, last). */
static AstList lower_generators(Lower *lower, Kids kids, uint32_t first, uint32_t last) {
    AstList generators = lower_list(lower, last - first);
    for (uint32_t i = first; i < last; i++) {
        Kid clause = kid_at(lower, kids, i);
        if (clause.cst == CST_for_in_clause) {
            AstNode *generator = lower_for_in(lower, clause);
            uint32_t ifs = 0;
            while (i + 1 + ifs < last && kid_at(lower, kids, i + 1 + ifs).cst == CST_if_clause)
                ifs++;
            generator->u.comprehension.ifs = lower_list(lower, ifs);
            lower_append(&generators, generator);
        } else {
            AstNode *generator = generators.items[generators.len - 1];
            Kids parts = kids_open(lower, clause);
            lower_append(&generator->u.comprehension.ifs, lower_test(lower, kid_at(lower, parts, 1)));
            kids_close(lower, parts);
            generator->span.end = clause.end;
        }
    }
    return generators;
}

static AstNode *lower_comprehension(Lower *lower, Kid kid, Kids kids, AstKind kind) {
    AstNode *node = lower_new(lower, kind, kid.begin, kid.end);
    AstList generators = lower_generators(lower, kids, 2, kids.len - 1);
    Kid element = kid_at(lower, kids, 1);
    if (kind == AST_DictComp) {
        Kids pair = kids_open(lower, element);
        node->u.DictComp.key = lower_plain(lower, kid_at(lower, pair, 0));
        node->u.DictComp.value = lower_plain(lower, kid_at(lower, pair, 2));
        node->u.DictComp.generators = generators;
        kids_close(lower, pair);
        return node;
    }
    AstNode *elt = lower_test(lower, element);
    switch (kind) { /* one layout, but named members are clearer than relying on it */
    case AST_ListComp:
        node->u.ListComp.elt = elt;
        node->u.ListComp.generators = generators;
        break;
    case AST_SetComp:
        node->u.SetComp.elt = elt;
        node->u.SetComp.generators = generators;
        break;
    default:
        node->u.GeneratorExp.elt = elt;
        node->u.GeneratorExp.generators = generators;
        break;
    }
    return node;
}

static AstNode *lower_yield(Lower *lower, Kid kid, Kids kids) {
    if (kids.len > 1 && kid_at(lower, kids, 1).cst == CST_from) {
        AstNode *node = lower_new(lower, AST_YieldFrom, kid.begin, kid.end);
        node->u.YieldFrom.value = lower_plain(lower, kid_at(lower, kids, 2));
        return node;
    }
    AstNode *node = lower_new(lower, AST_Yield, kid.begin, kid.end);
    if (kids.len > 1)
        node->u.Yield.value = lower_plain(lower, kid_at(lower, kids, 1));
    return node;
}

static AstNode *lower_starred(Lower *lower, Kid kid, Kids kids) {
    AstNode *node = lower_new(lower, AST_Starred, kid.begin, kid.end);
    if (kid_at(lower, kids, 0).cst != CST_star)
        lower_error_at(lower, kid, "'**' is not allowed here");
    node->u.Starred.value = lower_plain(lower, kid_at(lower, kids, 1));
    return node;
}

/* `type(x).y = z` reaches us as a type alias without a name: the concrete tree lacks the call of `type`. */
static AstNode *lower_soft_call(Lower *lower, Kid kid, Kids kids) {
    Kid name = lower->soft_name;
    lower->soft_name = (Kid){0};
    AstNode *func = lower_new(lower, AST_Name, name.begin, name.end);
    func->u.Name.id = lower_identifier(lower, name);
    bool is_index = kid.cst == CST_list;
    AstNode *node = lower_new(lower, is_index ? AST_Subscript : AST_Call, name.begin, kid.end);
    if (is_index) {
        node->u.Subscript.value = func;
        node->u.Subscript.slice = lower_index(lower, kids, 1, kids.len - 1);
    } else {
        node->u.Call.func = func;
        node->u.Call.args = kid.cst == CST_generator_expression
                                ? lower_list_of(lower, lower_comprehension(lower, kid, kids, AST_GeneratorExp))
                                : lower_sequence(lower, kids, 1, kids.len - 1, AST_Tuple)->u.Tuple.elts;
    }
    return node;
}

static bool is_soft_call(const Lower *lower, Kid kid) {
    return lower->soft_name.end && kid.begin == lower->soft_begin &&
           (kid.cst == CST_parenthesized_expression || kid.cst == CST_tuple || kid.cst == CST_list ||
            kid.cst == CST_generator_expression);
}

static AstNode *lower_name(Lower *lower, Kid kid) {
    AstNode *node = lower_new(lower, AST_Name, kid.begin, kid.end);
    node->u.Name.id = lower_identifier(lower, kid);
    return node;
}

static AstNode *lower_constant(Lower *lower, Kid kid) {
    AstNode *node = lower_new(lower, AST_Constant, kid.begin, kid.end);
    AstConstant *value = &node->u.Constant.value;
    value->boolean = kid.cst == CST_true;
    value->kind = kid.cst == CST_none ? AST_CONST_NONE : kid.cst == CST_ellipsis ? AST_CONST_ELLIPSIS : AST_CONST_BOOL;
    return node;
}

/* Kinds that need their kids. */
static AstNode *lower_composite(Lower *lower, Kid kid, Kids kids) {
    switch (kid.cst) {
    case CST_parenthesized_expression:
        return lower_test(lower, kid_at(lower, kids, 1));
    case CST_type:
    case CST_as_pattern_target:
        return lower_expr(lower, kid_at(lower, kids, 0));
    case CST_tuple_pattern:
    case CST_tuple:
        return lower_tuple(lower, kid, kids);
    case CST_list_pattern:
    case CST_list:
        return lower_display(lower, kid, kids, AST_List);
    case CST_set:
        return lower_display(lower, kid, kids, AST_Set);
    case CST_pattern_list:
    case CST_expression_list:
        return lower_sequence(lower, kids, 0, kids.len, AST_Tuple);
    case CST_dictionary:
        return lower_dict(lower, kid, kids);
    case CST_list_comprehension:
        return lower_comprehension(lower, kid, kids, AST_ListComp);
    case CST_set_comprehension:
        return lower_comprehension(lower, kid, kids, AST_SetComp);
    case CST_dictionary_comprehension:
        return lower_comprehension(lower, kid, kids, AST_DictComp);
    case CST_generator_expression:
        return lower_comprehension(lower, kid, kids, AST_GeneratorExp);
    case CST_unary_operator:
    case CST_not_operator:
        return lower_unary(lower, kid, kids);
    case CST_comparison_operator:
        return lower_compare(lower, kid, kids);
    case CST_conditional_expression:
        return lower_conditional(lower, kid, kids);
    case CST_named_expression:
        return lower_named(lower, kid, kids);
    case CST_lambda:
        return lower_lambda(lower, kid, kids);
    case CST_await:
        return lower_await(lower, kid, kids);
    case CST_yield:
        return lower_yield(lower, kid, kids);
    case CST_attribute:
    case CST_member_type:
        return lower_attribute(lower, kid, kids);
    case CST_subscript:
        return lower_subscript(lower, kid, kids);
    case CST_generic_type:
        return lower_generic(lower, kid, kids);
    case CST_constrained_type:
        return lower_constrained(lower, kid, kids);
    case CST_slice:
        return lower_slice(lower, kid, kids);
    case CST_call:
        return lower_call(lower, kid, kids);
    case CST_list_splat:
    case CST_list_splat_pattern:
    case CST_splat_type:
        return lower_starred(lower, kid, kids);
    default:
        lower_error_at(lower, kid, "this is not an expression");
    }
}

AstNode *lower_expr(Lower *lower, Kid kid) {
    lower_enter(lower, 1, kid);
    AstNode *node;
    switch (kid.cst) {
    case CST_identifier:
        node = lower_name(lower, kid);
        break;
    case CST_integer:
    case CST_float:
        node = lower_number(lower, kid);
        break;
    case CST_string:
    case CST_concatenated_string:
        node = lower_strings(lower, kid);
        break;
    case CST_true:
    case CST_false:
    case CST_none:
    case CST_ellipsis:
        node = lower_constant(lower, kid);
        break;
    case CST_boolean_operator:
        node = lower_boolean(lower, kid);
        break;
    case CST_binary_operator:
    case CST_union_type:
        node = lower_binary(lower, kid, 0);
        break;
    default: {
        Kids kids = kids_open(lower, kid);
        node = is_soft_call(lower, kid) ? lower_soft_call(lower, kid, kids) : lower_composite(lower, kid, kids);
        kids_close(lower, kids);
    }
    }
    lower_leave(lower, 1);
    return node;
}

/* ---- parameters ---- */

typedef struct Parameters {
    AstNode *node; /* arguments */
    uint32_t capacity;
    bool after_star, seen_default;
} Parameters;

/* Adds one parameter: `name_kid` may be an identifier or a splat pattern around one. */
static void add_parameter(Lower *lower, Parameters *parameters, Kid whole, Kid name_kid, AstNode *annotation,
                          AstNode *default_value) {
    AstNode *node = parameters->node, *arg = lower_new(lower, AST_arg, whole.begin, whole.end);
    Cst splat = name_kid.cst;
    if (splat == CST_list_splat_pattern || splat == CST_dictionary_splat_pattern) {
        Kids kids = kids_open(lower, name_kid);
        name_kid = kid_at(lower, kids, 1);
        kids_close(lower, kids);
    }
    if (name_kid.cst != CST_identifier)
        lower_error_at(lower, name_kid, "a parameter must be a name");
    arg->u.arg.arg = lower_identifier(lower, name_kid);
    arg->u.arg.annotation = annotation;
    arg->span = lower_span(lower, name_kid.begin, annotation ? annotation->span.end : name_kid.end);
    if (node->u.arguments.kwarg)
        lower_error_at(lower, whole, "no parameter may follow the '**' parameter");
    if (splat == CST_list_splat_pattern) {
        if (parameters->after_star)
            lower_error_at(lower, whole, "a second '*' parameter");
        node->u.arguments.vararg = arg;
        parameters->after_star = true;
    } else if (splat == CST_dictionary_splat_pattern) {
        node->u.arguments.kwarg = arg;
    } else if (parameters->after_star) {
        lower_append(&node->u.arguments.kwonlyargs, arg);
        lower_append(&node->u.arguments.kw_defaults, default_value);
    } else {
        lower_append(&node->u.arguments.args, arg);
        if (default_value)
            lower_append(&node->u.arguments.defaults, default_value);
        else if (parameters->seen_default)
            lower_error_at(lower, whole, "a parameter without a default follows one with a default");
        parameters->seen_default |= default_value != NULL;
    }
}

static void add_separator(Lower *lower, Parameters *parameters, Kid kid) {
    AstNode *node = parameters->node;
    if (kid.cst == CST_keyword_separator) {
        if (parameters->after_star)
            lower_error_at(lower, kid, "a second '*'");
        parameters->after_star = true;
    } else {
        if (parameters->after_star || node->u.arguments.posonlyargs.len || !node->u.arguments.args.len)
            lower_error_at(lower, kid, "'/' is not allowed here");
        node->u.arguments.posonlyargs = node->u.arguments.args;
        node->u.arguments.args = lower_list(lower, parameters->capacity);
    }
}

AstNode *lower_no_arguments(Lower *lower, uint32_t at) { return lower_new(lower, AST_arguments, at, at); }

AstNode *lower_arguments(Lower *lower, Kid kid) {
    Kids kids = kids_open(lower, kid);
    Parameters parameters = {.node = lower_new(lower, AST_arguments, kid.begin, kid.end), .capacity = kids.len};
    AstNode *node = parameters.node;
    node->u.arguments.args = lower_list(lower, kids.len);
    node->u.arguments.kwonlyargs = lower_list(lower, kids.len);
    node->u.arguments.kw_defaults = lower_list(lower, kids.len);
    node->u.arguments.defaults = lower_list(lower, kids.len);
    for (uint32_t i = 0; i < kids.len; i++) {
        Kid item = kid_at(lower, kids, i);
        Kids parts = kids_open(lower, item);
        switch (item.cst) {
        case CST_lparen:
        case CST_rparen:
        case CST_comma:
            break;
        case CST_keyword_separator:
        case CST_positional_separator:
            add_separator(lower, &parameters, item);
            break;
        case CST_typed_parameter: {
            AstNode *annotation = lower_expr(lower, kid_at(lower, parts, 2)); /* *args: *Ts */
            if (annotation->kind == AST_Slice)
                lower_error_at(lower, item, "a slice is not allowed here");
            add_parameter(lower, &parameters, item, kid_at(lower, parts, 0), annotation, NULL);
            break;
        }
        case CST_default_parameter: {
            AstNode *value = lower_plain(lower, kid_at(lower, parts, 2));
            add_parameter(lower, &parameters, item, kid_at(lower, parts, 0), NULL, value);
            break;
        }
        case CST_typed_default_parameter: {
            AstNode *annotation = lower_plain(lower, kid_at(lower, parts, 2));
            AstNode *value = lower_plain(lower, kid_at(lower, parts, 4));
            add_parameter(lower, &parameters, item, kid_at(lower, parts, 0), annotation, value);
            break;
        }
        default:
            add_parameter(lower, &parameters, item, item, NULL, NULL);
        }
        kids_close(lower, parts);
    }
    kids_close(lower, kids);
    return node;
}
