/* `match` statements and their patterns: from the concrete tree to the AST. */
#include "parser/lower.h"

#include <string.h>

static AstNode *lower_pattern(Lower *lower, Kid kid);

static AstNode *value_pattern(Lower *lower, AstNode *value, uint32_t begin, uint32_t end) {
    AstNode *node = lower_new(lower, AST_MatchValue, begin, end);
    node->u.MatchValue.value = value;
    return node;
}

static bool is_number(Cst cst) { return cst == CST_integer || cst == CST_float; }

/* `[-] number [(+|-) number]` in kids [at, ...); gives the index behind it. */
static uint32_t number_value(Lower *lower, Kids kids, uint32_t at, AstNode **value) {
    Kid first = kid_at(lower, kids, at);
    bool negative = first.cst == CST_minus;
    Kid number = negative ? kid_at(lower, kids, ++at) : first;
    AstNode *node = lower_number(lower, number);
    if (negative) {
        AstNode *minus = lower_new(lower, AST_UnaryOp, first.begin, number.end);
        minus->u.UnaryOp.op = AST_USub;
        minus->u.UnaryOp.operand = node;
        node = minus;
    }
    at++;
    if (at + 1 < kids.len && (kid_at(lower, kids, at).cst == CST_plus || kid_at(lower, kids, at).cst == CST_minus)) {
        node = lower_binary_from(lower, node, kid_at(lower, kids, at), kid_at(lower, kids, at + 1));
        at += 2;
    }
    *value = node;
    return at;
}

static AstNode *capture(Lower *lower, Kid kid, AstNode *inner) {
    AstNode *node = lower_new(lower, AST_MatchAs, kid.begin, kid.end);
    bool wildcard = kid.end - kid.begin == 1 && lower->file->text[kid.begin] == '_';
    node->u.MatchAs.pattern = inner;
    node->u.MatchAs.name = wildcard ? NULL : lower_identifier(lower, kid);
    return node;
}

/* `x` is a capture, `a.b` a value. */
static AstNode *dotted_value(Lower *lower, Kid kid) {
    Kids kids = kids_open(lower, kid);
    Kid first = kid_at(lower, kids, 0);
    AstNode *node = lower_new(lower, AST_Name, first.begin, first.end);
    node->u.Name.id = lower_identifier(lower, first);
    for (uint32_t i = 2; i < kids.len; i += 2) {
        Kid part = kid_at(lower, kids, i);
        AstNode *attribute = lower_new(lower, AST_Attribute, kid.begin, part.end);
        attribute->u.Attribute.value = node;
        attribute->u.Attribute.attr = lower_identifier(lower, part);
        node = attribute;
    }
    kids_close(lower, kids);
    return node;
}

static AstNode *dotted_pattern(Lower *lower, Kid kid) {
    AstNode *value = dotted_value(lower, kid);
    return value->kind == AST_Name ? capture(lower, kid, NULL) : value_pattern(lower, value, kid.begin, kid.end);
}

static AstNode *splat_pattern(Lower *lower, Kid kid) {
    Kids kids = kids_open(lower, kid);
    AstNode *name = capture(lower, kid_at(lower, kids, 1), NULL);
    bool single = kid_at(lower, kids, 0).cst == CST_star;
    kids_close(lower, kids);
    if (!single)
        lower_error_at(lower, kid, "'**' is only allowed in a mapping pattern");
    AstNode *node = lower_new(lower, AST_MatchStar, kid.begin, kid.end);
    node->u.MatchStar.name = name->u.MatchAs.name;
    return node;
}

/* One pattern that starts at kids[*at]; moves *at behind it. A number may take up several kids. */
static AstNode *pattern_at(Lower *lower, Kids kids, uint32_t *at) {
    Kid kid = kid_at(lower, kids, *at);
    if (kid.cst == CST_minus || is_number(kid.cst)) {
        AstNode *value;
        *at = number_value(lower, kids, *at, &value);
        return value_pattern(lower, value, kid.begin, value->span.end);
    }
    ++*at;
    return lower_pattern(lower, kid);
}

/* The patterns between commas in kids [first, last). */
static AstList patterns(Lower *lower, Kids kids, uint32_t first, uint32_t last) {
    AstList list = lower_list(lower, last - first);
    for (uint32_t i = first; i < last;) {
        if (kid_at(lower, kids, i).cst == CST_comma)
            i++;
        else
            lower_append(&list, pattern_at(lower, kids, &i));
    }
    return list;
}

static AstNode *sequence_pattern(Lower *lower, Kid kid, Kids kids) {
    bool grouped = kid.cst == CST_tuple_pattern && kids.len > 2 && kid_at(lower, kids, kids.len - 2).cst != CST_comma;
    AstList list = patterns(lower, kids, 1, kids.len - 1);
    if (grouped && list.len == 1 && list.items[0]->kind != AST_MatchStar)
        return list.items[0];
    AstNode *node = lower_new(lower, AST_MatchSequence, kid.begin, kid.end);
    node->u.MatchSequence.patterns = list;
    return node;
}

static AstNode *union_pattern(Lower *lower, Kid kid, Kids kids) {
    AstNode *node = lower_new(lower, AST_MatchOr, kid.begin, kid.end);
    node->u.MatchOr.patterns = lower_list(lower, kids.len);
    for (uint32_t i = 0; i < kids.len;) {
        if (kid_at(lower, kids, i).cst == CST_pipe)
            i++;
        else
            lower_append(&node->u.MatchOr.patterns, pattern_at(lower, kids, &i));
    }
    return node;
}

/* The key of a mapping pattern: a literal or a dotted name, as an expression. */
static AstNode *mapping_key(Lower *lower, Kids kids, uint32_t *at) {
    Kid kid = kid_at(lower, kids, *at);
    AstNode *key = pattern_at(lower, kids, at);
    if (key->kind == AST_MatchValue)
        return key->u.MatchValue.value;
    if (key->kind != AST_MatchSingleton)
        lower_error_at(lower, kid, "a key of a mapping pattern must be a literal or a dotted name");
    AstNode *constant = lower_new(lower, AST_Constant, kid.begin, kid.end);
    constant->u.Constant.value = key->u.MatchSingleton.value;
    return constant;
}

static AstNode *mapping_pattern(Lower *lower, Kid kid, Kids kids) {
    AstNode *node = lower_new(lower, AST_MatchMapping, kid.begin, kid.end);
    node->u.MatchMapping.keys = lower_list(lower, kids.len);
    node->u.MatchMapping.patterns = lower_list(lower, kids.len);
    for (uint32_t i = 1; i + 1 < kids.len;) {
        Kid item = kid_at(lower, kids, i);
        if (item.cst == CST_comma) {
            i++;
        } else if (item.cst == CST_splat_pattern) {
            Kids parts = kids_open(lower, item);
            node->u.MatchMapping.rest = lower_identifier(lower, kid_at(lower, parts, 1));
            kids_close(lower, parts);
            i++;
        } else {
            lower_append(&node->u.MatchMapping.keys, mapping_key(lower, kids, &i));
            if (kid_at(lower, kids, i).cst != CST_colon)
                lower_error_at(lower, kid_at(lower, kids, i), "expected ':'");
            i++;
            lower_append(&node->u.MatchMapping.patterns, pattern_at(lower, kids, &i));
        }
    }
    return node;
}

/* The grammar reads `C(x=p as y)` as (x=p) as y: the keyword is taken out of the as_pattern. */
static AstNode *keyword_value(Lower *lower, Kid kid, Str *name) {
    Kids kids = kids_open(lower, kid);
    AstNode *value = NULL;
    if (kid.cst == CST_keyword_pattern) {
        uint32_t at = 2;
        *name = lower_identifier(lower, kid_at(lower, kids, 0));
        value = pattern_at(lower, kids, &at);
    } else if (kid.cst == CST_as_pattern) {
        AstNode *inner = keyword_value(lower, kid_at(lower, kids, 0), name);
        if (inner) {
            value = capture(lower, kid_at(lower, kids, 2), inner);
            value->span = lower_span(lower, inner->span.begin, kid.end);
        }
    } else if (kid.cst == CST_case_pattern && kids.len == 1) {
        value = keyword_value(lower, kid_at(lower, kids, 0), name);
    }
    kids_close(lower, kids);
    return value;
}

static AstNode *class_pattern(Lower *lower, Kid kid, Kids kids) {
    AstNode *node = lower_new(lower, AST_MatchClass, kid.begin, kid.end);
    node->u.MatchClass.cls = dotted_value(lower, kid_at(lower, kids, 0));
    node->u.MatchClass.patterns = lower_list(lower, kids.len);
    node->u.MatchClass.kwd_patterns = lower_list(lower, kids.len);
    AstNames *names = &node->u.MatchClass.kwd_attrs;
    names->items = arena_array(lower->arena, Str, kids.len);
    for (uint32_t i = 2; i + 1 < kids.len;) {
        Kid item = kid_at(lower, kids, i);
        Str name;
        AstNode *value;
        if (item.cst == CST_comma) {
            i++;
        } else if ((value = keyword_value(lower, item, &name))) {
            names->items[names->len++] = name;
            lower_append(&node->u.MatchClass.kwd_patterns, value);
            i++;
        } else {
            if (names->len)
                lower_error_at(lower, item, "positional patterns follow keyword patterns");
            lower_append(&node->u.MatchClass.patterns, pattern_at(lower, kids, &i));
        }
    }
    return node;
}

static AstNode *literal_pattern(Lower *lower, Kid kid) {
    AstNode *value = lower_plain(lower, kid);
    if (value->kind == AST_JoinedStr)
        lower_error_at(lower, kid, "a pattern cannot be an f-string");
    bool singleton = kid.cst == CST_true || kid.cst == CST_false || kid.cst == CST_none;
    if (!singleton)
        return value_pattern(lower, value, kid.begin, kid.end);
    AstNode *node = lower_new(lower, AST_MatchSingleton, kid.begin, kid.end);
    node->u.MatchSingleton.value = value->u.Constant.value;
    return node;
}

static AstNode *pattern_of(Lower *lower, Kid kid, Kids kids) {
    uint32_t at = 0;
    switch (kid.cst) {
    case CST_case_pattern:
        return pattern_at(lower, kids, &at);
    case CST_complex_pattern: {
        AstNode *value;
        number_value(lower, kids, 0, &value);
        return value_pattern(lower, value, kid.begin, kid.end);
    }
    case CST_as_pattern: {
        AstNode *inner = pattern_at(lower, kids, &at);
        Kid name = kid_at(lower, kids, at + 1);
        AstNode *node = capture(lower, name, inner);
        if (!node->u.MatchAs.name)
            lower_error_at(lower, name, "cannot use '_' as a target");
        node->span = lower_span(lower, kid.begin, kid.end);
        return node;
    }
    case CST_tuple_pattern:
    case CST_list_pattern:
        return sequence_pattern(lower, kid, kids);
    case CST_union_pattern:
        return union_pattern(lower, kid, kids);
    case CST_dict_pattern:
        return mapping_pattern(lower, kid, kids);
    case CST_class_pattern:
        return class_pattern(lower, kid, kids);
    case CST_splat_pattern:
        return splat_pattern(lower, kid);
    case CST_dotted_name:
        return dotted_pattern(lower, kid);
    case CST_underscore:
        return capture(lower, kid, NULL);
    case CST_true:
    case CST_false:
    case CST_none:
    case CST_string:
    case CST_concatenated_string:
        return literal_pattern(lower, kid);
    default:
        lower_error_at(lower, kid, "this is not a pattern");
    }
}

static AstNode *lower_pattern(Lower *lower, Kid kid) {
    lower_enter(lower, 1, kid);
    Kids kids = kids_open(lower, kid);
    AstNode *node = pattern_of(lower, kid, kids);
    kids_close(lower, kids);
    lower_leave(lower, 1);
    return node;
}

static AstNode *lower_case(Lower *lower, Kid kid) {
    Kids kids = kids_open(lower, kid);
    AstNode *node = lower_new(lower, AST_match_case, kid.begin, kid.end);
    lower_check_header(lower, kid, kids);
    uint32_t last = 1;
    bool comma = false;
    for (; kid_at(lower, kids, last).cst == CST_case_pattern || kid_at(lower, kids, last).cst == CST_comma; last++)
        comma |= kid_at(lower, kids, last).cst == CST_comma;
    AstList list = patterns(lower, kids, 1, last);
    if (comma || (list.len == 1 && list.items[0]->kind == AST_MatchStar)) {
        node->u.match_case.pattern =
            lower_new(lower, AST_MatchSequence, kid_at(lower, kids, 1).begin, kid_at(lower, kids, last - 1).end);
        node->u.match_case.pattern->u.MatchSequence.patterns = list;
    } else {
        node->u.match_case.pattern = list.items[0];
    }
    if (kid_at(lower, kids, last).cst == CST_if_clause) {
        Kids guard = kids_open(lower, kid_at(lower, kids, last));
        node->u.match_case.guard = lower_test(lower, kid_at(lower, guard, 1));
        kids_close(lower, guard);
    }
    node->u.match_case.body = lower_body(lower, kid_at(lower, kids, kids.len - 1));
    lower_end_with(node, node->u.match_case.body);
    kids_close(lower, kids);
    return node;
}

AstNode *lower_match(Lower *lower, Kid kid) {
    Kids kids = kids_open(lower, kid);
    AstNode *node = lower_new(lower, AST_Match, kid.begin, kid.end);
    uint32_t last = 1;
    while (kid_at(lower, kids, last).cst != CST_colon)
        last++;
    node->u.Match.subject =
        last == 2 ? lower_test(lower, kid_at(lower, kids, 1)) : lower_sequence(lower, kids, 1, last, AST_Tuple);
    Kids cases = kids_open(lower, kid_at(lower, kids, kids.len - 1));
    node->u.Match.cases = lower_list(lower, cases.len);
    for (uint32_t i = 0; i < cases.len; i++) {
        AstNode *match_case = lower_case(lower, kid_at(lower, cases, i));
        lower_append(&node->u.Match.cases, match_case);
        node->span.end = match_case->span.end;
    }
    if (!cases.len)
        lower_error_at(lower, kid, "expected an indented block of cases");
    kids_close(lower, cases);
    kids_close(lower, kids);
    return node;
}
