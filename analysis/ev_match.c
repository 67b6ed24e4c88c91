/* The match statement. Values that are known well enough choose a case; where a number that the data decide is held
 * against another one, or a guard hangs on data, the case is one side of a branch, and what is left of the cases the
 * other. */
#include "analysis/ev_internal.h"

/* What the names of a pattern take: stored once all of it matches, so that a case that does not match binds nothing. */
typedef struct Capture {
    Str name;
    const Value *value;
} Capture;

typedef VEC(Capture) CaptureVec;

typedef struct Matching {
    Ev *ev;
    CaptureVec captures;
    IrNode *condition; /* the pattern matches where this holds, if at all; NULL: nothing hangs on data */
} Matching;

static bool match_pattern(Matching *m, const AstNode *pattern, const Value *subject, bool *matches);

static void require(Matching *m, IrNode *condition, IrOp op, Span span) {
    m->condition = m->condition ? ir_binary(m->ev->region, op, ir_scalar_type(IRT_BOOL), m->condition, condition, span)
                                : condition;
}

/* A number or an element that the data decide, and one that is known? */
static bool hangs_on_data(Ev *ev, const Value *subject, const Value *value) {
    bool by_data = subject->kind == V_TENSOR || (subject->kind == V_INT && sh_is_computed(subject->u.expr)) ||
                   (subject->kind == V_SCALAR && !ev_likely_input(ev, subject));
    return by_data && (value->kind == V_FLOAT || value->kind == V_BOOL || ev_as_int_known(value, &(int64_t){0}));
}

static bool match_equal(Matching *m, const AstNode *pattern, const Value *subject, bool *matches) {
    Ev *ev = m->ev;
    const Value *value = ev_eval(ev, pattern->u.MatchValue.value);
    if (!value || !hangs_on_data(ev, subject, value))
        return value && ev_equal_known(ev, subject, value, matches, pattern->span);
    const Value *equal = ev_compare(ev, AST_Eq, subject, value, pattern->span);
    const Value *truth = equal ? ev_truth(ev, equal, pattern->span) : NULL;
    if (!truth || ev_as_bool_known(truth, matches))
        return truth != NULL;
    require(m, truth->u.node, OP_AND, pattern->span);
    *matches = true;
    return true;
}

static bool match_singleton(Matching *m, const AstNode *pattern, const Value *subject, bool *matches) {
    Ev *ev = m->ev;
    const AstConstant *c = &pattern->u.MatchSingleton.value;
    const Value *value = c->kind == AST_CONST_NONE ? ev_none(ev) : ev_bool(ev, c->boolean);
    const Value *same = ev_compare(ev, AST_Is, subject, value, pattern->span);
    const Value *truth = same ? ev_truth(ev, same, pattern->span) : NULL;
    if (!truth || ev_as_bool_known(truth, matches))
        return truth != NULL;
    require(m, truth->u.node, OP_AND, pattern->span);
    *matches = true;
    return true;
}

static void capture(Matching *m, Str name, const Value *value) {
    if (name)
        vec_push(m->ev->arena, &m->captures, ((Capture){name, value}));
}

/* Is the subject none that a pattern of this class of collections.abc matches? It is of no kind that this file takes
 * apart: what matches after all is left to Python. */
static bool is_no(Matching *m, const Value *subject, const char *abc, Span span) {
    Ev *ev = m->ev;
    if (subject->kind == V_UNKNOWN || subject->kind == V_EXTERNAL)
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "a subject of unknown type") != NULL;
    if (subject->kind == V_ROWS)
        return ev_rows_refuse(ev, subject, span) != NULL;
    if (subject->kind != V_INSTANCE)
        return true;
    const Value *cls = ev_prelude(ev, "collections.abc", abc);
    if (cls && ev_isinstance(ev, subject, cls, span) == SH_NO)
        return true;
    return !ev->fail.kind &&
           ev_fail(ev, D_UNSUPPORTED_OP, span, "a pattern that takes a %s apart", ev_type_name(ev, subject)) != NULL;
}

static bool match_sequence(Matching *m, const AstNode *pattern, const Value *subject, bool *matches) {
    Ev *ev = m->ev;
    const AstList *patterns = &pattern->u.MatchSequence.patterns;
    const Value *const *items;
    uint32_t count, star = patterns->len;
    *matches = false;
    bool is_view = subject->kind == V_LIST && heap_info(ev->heap, subject->u.object); /* of a dict */
    if ((subject->kind != V_TUPLE && subject->kind != V_LIST && subject->kind != V_RANGE) || is_view)
        return is_no(m, subject, "Sequence", pattern->span);
    if (!ev_sequence(ev, subject, &items, &count))
        return ev_fail(ev, D_UNKNOWN_VALUE, pattern->span, "a subject that is not known when compiling");
    for (uint32_t i = 0; i < patterns->len; i++)
        if (patterns->items[i]->kind == AST_MatchStar)
            star = i;
    if (star < patterns->len ? count + 1 < patterns->len : count != patterns->len)
        return true;
    uint32_t rest = count - (patterns->len - 1);
    for (uint32_t i = 0, at = 0; i < patterns->len; i++) {
        if (i == star) {
            capture(m, patterns->items[i]->u.MatchStar.name, ev_list(ev, items + at, rest));
            at += rest;
            continue;
        }
        if (!match_pattern(m, patterns->items[i], items[at++], matches))
            return false;
        if (!*matches)
            return true;
    }
    *matches = true;
    return true;
}

static bool match_mapping(Matching *m, const AstNode *pattern, const Value *subject, bool *matches) {
    Ev *ev = m->ev;
    *matches = subject->kind == V_DICT;
    if (!*matches && !is_no(m, subject, "Mapping", pattern->span))
        return false;
    const Value *rest = *matches ? ev_dict(ev) : NULL;
    for (uint32_t i = 0; *matches && i < heap_count(ev->heap, subject->u.object); i++) {
        const HeapSlot *slot = &heap_content(ev->heap, subject->u.object)->slots[i];
        heap_set_key(ev->heap, rest->u.object, slot->key, slot->value);
    }
    for (uint32_t i = 0; *matches && i < pattern->u.MatchMapping.keys.len; i++) {
        const Value *key = ev_eval(ev, pattern->u.MatchMapping.keys.items[i]);
        if (!key || !ev_hashable(ev, key, pattern->span))
            return false;
        const Value *value = heap_get_key(ev->heap, subject->u.object, key);
        *matches = value != NULL;
        if (value && !match_pattern(m, pattern->u.MatchMapping.patterns.items[i], value, matches))
            return false;
        heap_remove_key(ev->heap, rest->u.object, key);
    }
    if (*matches)
        capture(m, pattern->u.MatchMapping.rest, rest);
    return true;
}

static bool match_attribute(Matching *m, const Value *subject, Str name, const AstNode *pattern, bool *matches) {
    if (m->condition) /* Python reads it only where that holds */
        return ev_fail(m->ev, D_BRANCH, pattern->span, "an attribute in a case that is not known when compiling");
    const Value *value = ev_getattr_or_null(m->ev, subject, name, pattern->span);
    *matches = value != NULL;
    return value ? match_pattern(m, pattern, value, matches) : m->ev->fail.kind == FAIL_NONE;
}

/* The names of what positional patterns match, by __match_args__; None: the one that there may be matches the object.
 */
static const Value *positional_names(Ev *ev, ClassInfo *cls, Span span) {
    static const char *const whole[] = {"bool", "bytes", "dict", "float", "frozenset", "int",
                                        "list", "set",   "str",  "tuple", "bytearray"};
    const Value *value = ev_class_value(ev, cls);
    if (ev_class_lookup(ev, cls, str_of("__match_args__"), NULL) || cls->is_opaque) {
        const Value *names = ev_getattr(ev, value, str_of("__match_args__"), span);
        if (names && names->kind != V_TUPLE)
            return ev_fail(ev, D_UNSUPPORTED_OP, span, "__match_args__ that is no tuple");
        return names;
    }
    for (size_t i = 0; i < COUNT_OF(whole); i++)
        if (cls->builtin && !strcmp(cls->builtin, whole[i]))
            return ev_none(ev);
    return ev_tuple(ev, NULL, 0);
}

static bool match_positional(Matching *m, const AstNode *pattern, const Value *subject, const Value *cls,
                             bool *matches) {
    Ev *ev = m->ev;
    const AstList *patterns = &pattern->u.MatchClass.patterns;
    const Value *names = cls->kind == V_CLASS ? positional_names(ev, cls->u.class_info, pattern->span) : NULL;
    if (!names)
        return ev->fail.kind == FAIL_NONE && ev_fail(ev, D_UNSUPPORTED_OP, pattern->span, "this class in a pattern");
    uint32_t most = names->kind == V_TUPLE ? names->u.tuple.count : 1;
    if (patterns->len > most)
        return ev_raise(ev, "TypeError", pattern->span, "%s() accepts %u positional sub-pattern%s (%u given)",
                        cls->u.class_info->name, most, most == 1 ? "" : "s", patterns->len) != NULL;
    if (names->kind != V_TUPLE)
        return match_pattern(m, patterns->items[0], subject, matches);
    for (uint32_t i = 0; *matches && i < patterns->len; i++) {
        const Value *name = names->u.tuple.items[i];
        if (name->kind != V_STR || (!name->u.str && !ev_need_known(ev, name, pattern->span)))
            return ev->fail.kind == FAIL_NONE && ev_fail(ev, D_UNSUPPORTED_OP, pattern->span, "this __match_args__");
        if (!match_attribute(m, subject, name->u.str, patterns->items[i], matches))
            return false;
    }
    return true;
}

static bool match_class(Matching *m, const AstNode *pattern, const Value *subject, bool *matches) {
    Ev *ev = m->ev;
    const Value *cls = ev_eval(ev, pattern->u.MatchClass.cls);
    if (!cls)
        return false;
    if (cls->kind != V_CLASS && (pattern->u.MatchClass.patterns.len || cls->kind == V_TUPLE || cls->kind == V_NONE))
        return ev_fail(ev, D_UNSUPPORTED_OP, pattern->span, "a pattern of what is no class of Python");
    ShTruth is = ev_isinstance(ev, subject, cls, pattern->span);
    if (is == SH_MAYBE)
        return ev_fail(ev, D_UNKNOWN_VALUE, pattern->span, "a class that is not known when compiling");
    *matches = is == SH_YES;
    if (*matches && pattern->u.MatchClass.patterns.len && !match_positional(m, pattern, subject, cls, matches))
        return false;
    for (uint32_t i = 0; *matches && i < pattern->u.MatchClass.kwd_attrs.len; i++)
        if (!match_attribute(m, subject, pattern->u.MatchClass.kwd_attrs.items[i],
                             pattern->u.MatchClass.kwd_patterns.items[i], matches))
            return false;
    return true;
}

static bool match_as(Matching *m, const AstNode *pattern, const Value *subject, bool *matches) {
    *matches = true;
    if (pattern->u.MatchAs.pattern && !match_pattern(m, pattern->u.MatchAs.pattern, subject, matches))
        return false;
    if (*matches)
        capture(m, pattern->u.MatchAs.name, subject);
    return true;
}

/* The first alternative that matches gives the names their values: where the data decide which one it is, there are
 * none. */
static bool match_or(Matching *m, const AstList *patterns, Span span, const Value *subject, bool *matches) {
    IrNode *before = m->condition;
    Matching any = {.ev = m->ev};
    bool certain = false;
    *matches = false;
    for (uint32_t i = 0; !certain && i < patterns->len; i++) {
        bool fits;
        Matching one = {.ev = m->ev, .condition = NULL};
        if (before && patterns->items[i]->kind != AST_MatchValue)
            return ev_fail(m->ev, D_BRANCH, span, "a case that is not known when compiling");
        if (!match_pattern(&one, patterns->items[i], subject, &fits))
            return false;
        if (fits && one.captures.len && (*matches || one.condition))
            return ev_fail(m->ev, D_BRANCH, span, "names of a case that is not known when compiling");
        if (!fits)
            continue;
        *matches = true;
        certain = !one.condition;
        if (!certain)
            require(&any, one.condition, OP_OR, span);
        for (uint32_t k = 0; k < one.captures.len; k++)
            capture(m, one.captures.data[k].name, one.captures.data[k].value);
    }
    if (*matches && !certain)
        require(m, any.condition, OP_AND, span);
    return true;
}

static bool match_pattern(Matching *m, const AstNode *pattern, const Value *subject, bool *matches) {
    Ev *ev = m->ev;
    switch (pattern->kind) {
    case AST_MatchValue:
        return match_equal(m, pattern, subject, matches);
    case AST_MatchSingleton:
        return match_singleton(m, pattern, subject, matches);
    case AST_MatchSequence:
        return match_sequence(m, pattern, subject, matches);
    case AST_MatchMapping:
        return match_mapping(m, pattern, subject, matches);
    case AST_MatchClass:
        return match_class(m, pattern, subject, matches);
    case AST_MatchAs:
        return match_as(m, pattern, subject, matches);
    case AST_MatchOr:
        return match_or(m, &pattern->u.MatchOr.patterns, pattern->span, subject, matches);
    default:
        return ev_fail(ev, D_UNSUPPORTED_SYNTAX, pattern->span, "this pattern");
    }
}

/* ---- the cases
 * ---------------------------------------------------------------------------------------------------------- */

typedef struct Cases { /* from `at` on */
    const AstNode *match;
    const Value *subject;
    uint32_t at;
    const Matching *matched; /* of the first */
} Cases;

static Exec run_body(Ev *ev, const void *data) {
    const Cases *cases = data;
    const AstList *body = &cases->match->u.Match.cases.items[cases->at]->u.match_case.body;
    return ev->frame->can_fork ? ev_exec_tail(ev, body->items, body->len) : ev_exec_block(ev, body);
}

static Exec run_cases(Ev *ev, Cases cases);

static Exec run_rest(Ev *ev, const void *data) {
    const Cases *cases = data;
    return run_cases(ev, (Cases){cases->match, cases->subject, cases->at + 1, NULL});
}

/* The pattern matches: its names are bound, also where the guard then does not hold. */
static Exec run_matched(Ev *ev, const void *data) {
    const Cases *cases = data;
    const AstNode *arm = cases->match->u.Match.cases.items[cases->at];
    const CaptureVec *captures = &cases->matched->captures;
    for (uint32_t i = 0; i < captures->len; i++)
        if (!ev_name_store(ev, captures->data[i].name, captures->data[i].value, arm->u.match_case.pattern->span))
            return EX_FAIL;
    if (!arm->u.match_case.guard)
        return run_body(ev, cases);
    bool holds;
    const Value *truth = ev_condition(ev, arm->u.match_case.guard);
    if (!truth)
        return EX_FAIL;
    if (ev_decide(ev, truth, &holds, arm->span)) /* of sizes and ints the likely one */
        return holds ? run_body(ev, cases) : run_rest(ev, cases);
    return ev->fail.kind ? EX_FAIL
                         : ev_branch_with(ev, truth, run_body, run_rest, cases, arm->u.match_case.guard->span);
}

static Exec run_cases(Ev *ev, Cases cases) {
    for (; cases.at < cases.match->u.Match.cases.len; cases.at++) {
        const AstNode *pattern = cases.match->u.Match.cases.items[cases.at]->u.match_case.pattern;
        Matching matching = {.ev = ev};
        bool matches;
        if (!match_pattern(&matching, pattern, cases.subject, &matches))
            return EX_FAIL;
        if (!matches)
            continue;
        cases.matched = &matching;
        if (!matching.condition)
            return run_matched(ev, &cases);
        Value *condition = ev_value(ev, V_SCALAR);
        condition->u.node = matching.condition;
        return ev_branch_with(ev, condition, run_matched, run_rest, &cases, pattern->span);
    }
    return EX_NEXT;
}

Exec ev_exec_match(Ev *ev, const AstNode *node) {
    const Value *subject = ev_eval(ev, node->u.Match.subject);
    return subject ? run_cases(ev, (Cases){.match = node, .subject = subject}) : EX_FAIL;
}
