/* Where a variant is left in the middle, as nothing could tell before that it does not fit: why, in which line of the
 * program, and which numbers were found there. */
#include "codegen/lower.h"

#include <string.h>

enum { LINE_SHOWN = 70 }; /* bytes of a line of the program */

/* "m.py:3 `if n > 4:`: ...": the reason, behind the line that it is about. Those of the prelude mean nothing to users.
 */
static Str reason_at(const char *why, Span span) {
    size_t len;
    const char *line = span_line_text(span, &len);
    while (len && (*line == ' ' || *line == '\t'))
        line++, len--;
    bool is_own = len && strncmp(span.file->display, "prelude/", 8) == 0;
    if (!len || is_own)
        return str_of(why);
    size_t shown = len > LINE_SHOWN ? LINE_SHOWN : len;
    while (shown < len && ((unsigned char)line[shown] & 0xC0) == 0x80)
        shown--;
    return str_format("%s:%u `%.*s%s`: %s", span.file->display, span_line(span), (int)shown, line,
                      shown < len ? "..." : "", why);
}

/* The block that leaves the variant. */
static LpBlock *leave_unless(Lower *l, LpExpr *ok) {
    LpStmt *s = lp_stmt(l->arena, l->block, LPS_IF, (Span){0});
    s->args[0] = lp_unary(l->arena, LPO_NOT, ok);
    return &s->body;
}

void lower_miss_at(Lower *l, LpExpr *ok, const char *why, Span span) {
    if (ok->kind == LPE_BOOL && ok->number)
        return;
    lp_stmt(l->arena, leave_unless(l, ok), LPS_MISS, (Span){0})->text = reason_at(why, span);
}

void lower_miss_unless(Lower *l, LpExpr *ok, const char *why) { lower_miss_at(l, ok, why, (Span){0}); }

/* Where the condition compares two numbers: keeps them for the report. */
static void keep_numbers(Lower *l, LpBlock *block, const IrNode *condition) {
    static const char *const relations[][2] = {/* what holds where the comparison does not, and where it does */
                                               [OP_EQ] = {"!=", "=="}, [OP_NE] = {"==", "!="}, [OP_LT] = {">=", "<"},
                                               [OP_LE] = {">", "<="},  [OP_GT] = {"<=", ">"},  [OP_GE] = {"<", ">="}};
    bool holds = true;
    for (; condition->op == OP_NOT; condition = condition->inputs[0])
        holds = !holds;
    const char *relation = condition->op < COUNT_OF(relations) ? relations[condition->op][holds] : NULL;
    if (!relation)
        return;
    IrKind kind = condition->inputs[0]->type.kind;
    if (kind != condition->inputs[1]->type.kind || (kind != IRT_INT && kind != IRT_FLOAT))
        return;
    const char *keep = kind == IRT_INT ? "rt_found_ints" : "rt_found_floats";
    LpExpr *call = lp_call(l->arena, lp_type(LPT_VOID), keep,
                           LP_ARGS(lp_var(l->arena, l->call), lower_scalar(l, condition->inputs[0]),
                                   lp_text(l->arena, str_of(relation)), lower_scalar(l, condition->inputs[1])));
    lp_eval(l->arena, block, call, (Span){0});
}

static LpExpr *negated(Lower *l, const IrNode *condition) {
    if (condition->op == OP_NOT)
        return lower_scalar(l, condition->inputs[0]);
    return lp_unary(l->arena, LPO_NOT, lower_scalar(l, condition));
}

void lower_miss(Lower *l, const IrNode *node) {
    LpBlock *block = l->block;
    if (node->op == OP_MISS_IF) {
        block = leave_unless(l, negated(l, node->inputs[0]));
        keep_numbers(l, block, node->inputs[0]);
    }
    lp_stmt(l->arena, block, LPS_MISS, (Span){0})->text = reason_at(node->text, node->span);
}
