/* Building loop IR: constructors that fold constants, so that what is printed has no x * 1 or + 0 in it. */
#include "codegen/loop.h"

#include <math.h>

const LpBaseInfo lp_base_info[LPT_COUNT] = {
#define LP_TYPE_ROW(id, spelling, suffix, cls) [id] = {spelling, suffix, cls},
    LP_TYPES(LP_TYPE_ROW)
#undef LP_TYPE_ROW
};
const LpOperatorInfo lp_operator_info[LPO_COUNT] = {
#define LP_OPERATOR_ROW(id, spelling, precedence) [id] = {spelling, precedence},
    LP_OPERATORS(LP_OPERATOR_ROW)
#undef LP_OPERATOR_ROW
};

LpBase lp_memory_type(DType dtype) {
    static const LpBase types[DT_COUNT] = {
        [DT_BOOL] = LPT_B8, [DT_U8] = LPT_U8,   [DT_I8] = LPT_I8,   [DT_I16] = LPT_I16,
        [DT_I32] = LPT_I32, [DT_I64] = LPT_I64, [DT_F16] = LPT_F16, [DT_BF16] = LPT_BF16,
        [DT_F32] = LPT_F32, [DT_F64] = LPT_F64, [DT_C64] = LPT_F32, [DT_C128] = LPT_F64,
    };
    return types[dtype];
}

LpBase lp_compute_type(DType dtype) {
    LpBase base = lp_memory_type(dtype);
    switch (base) {
    case LPT_B8:
        return LPT_BOOL;
    case LPT_F16:
    case LPT_BF16:
        return LPT_F32;
    default:
        return base;
    }
}

static LpExpr *new_expr(Arena *arena, LpExprKind kind, LpType type) {
    LpExpr *e = arena_new_of(arena, LpExpr);
    e->kind = kind;
    e->type = type;
    return e;
}

static LpExpr *with_args(Arena *arena, LpExpr *e, uint32_t count, LpExpr *const *args) {
    e->arg_count = count;
    e->args = count ? arena_copy(arena, args, sizeof(LpExpr *) * count) : NULL;
    return e;
}

LpExpr *lp_int(Arena *arena, int64_t value) {
    LpExpr *e = new_expr(arena, LPE_INT, lp_type(LPT_I64));
    e->number = value;
    return e;
}

LpExpr *lp_bool(Arena *arena, bool value) {
    LpExpr *e = new_expr(arena, LPE_BOOL, lp_type(LPT_BOOL));
    e->number = value;
    return e;
}

LpExpr *lp_float(Arena *arena, double value, LpBase base) {
    LpExpr *e = new_expr(arena, LPE_FLOAT, lp_type(base));
    e->real = base == LPT_F32 ? (double)(float)value : value;
    return e;
}

LpExpr *lp_var(Arena *arena, LpVar *var) {
    LpExpr *e = new_expr(arena, LPE_VAR, var->type);
    if (var->is_array)
        e->type.pointer++;
    e->var = var;
    return e;
}

LpExpr *lp_name(Arena *arena, const char *name, LpType type) {
    LpExpr *e = new_expr(arena, LPE_NAME, type);
    e->text = str_of(name);
    return e;
}

LpExpr *lp_text(Arena *arena, Str text) {
    LpExpr *e = new_expr(arena, LPE_TEXT, lp_pointer(LPT_CHAR, true));
    e->text = text;
    return e;
}

bool lp_is_int(const LpExpr *e, int64_t value) { return e->kind == LPE_INT && e->number == value; }

int lp_weight(const LpExpr *e) {
    int weight = e->kind == LPE_UNARY || e->kind == LPE_BINARY || e->kind == LPE_SELECT || e->kind == LPE_CALL;
    if (e->kind == LPE_LOAD)
        return 1;
    for (uint32_t i = 0; i < e->arg_count; i++)
        weight += lp_weight(e->args[i]);
    return weight;
}

bool lp_loads(const LpExpr *e) {
    bool loads = e->kind == LPE_LOAD;
    for (uint32_t i = 0; !loads && i < e->arg_count; i++)
        loads = lp_loads(e->args[i]);
    return loads;
}

LpExpr *lp_unary(Arena *arena, LpOperator op, LpExpr *a) {
    if (op == LPO_NEG && a->kind == LPE_INT && a->number != INT64_MIN)
        return lp_int(arena, -a->number);
    if (op == LPO_NEG && a->kind == LPE_FLOAT)
        return lp_float(arena, -a->real, a->type.base);
    if (op == LPO_NOT && a->kind == LPE_BOOL)
        return lp_bool(arena, !a->number);
    if (op == LPO_NOT && a->kind == LPE_UNARY && a->op == LPO_NOT)
        return a->args[0];
    if (op == LPO_NOT && a->kind == LPE_BINARY && (a->op == LPO_EQ || a->op == LPO_NE))
        return lp_binary(arena, a->op == LPO_EQ ? LPO_NE : LPO_EQ, a->args[0], a->args[1]);
    LpExpr *e = new_expr(arena, LPE_UNARY, op == LPO_NOT ? lp_type(LPT_BOOL) : a->type);
    e->op = op;
    return with_args(arena, e, 1, &a);
}

static bool is_comparison(LpOperator op) {
    return op == LPO_LT || op == LPO_LE || op == LPO_GT || op == LPO_GE || op == LPO_EQ || op == LPO_NE;
}

static LpExpr *fold_ints(Arena *arena, LpOperator op, int64_t a, int64_t b) {
    int64_t r = 0;
    switch (op) {
    case LPO_ADD:
        return __builtin_add_overflow(a, b, &r) ? NULL : lp_int(arena, r);
    case LPO_SUB:
        return __builtin_sub_overflow(a, b, &r) ? NULL : lp_int(arena, r);
    case LPO_MUL:
        return __builtin_mul_overflow(a, b, &r) ? NULL : lp_int(arena, r);
    case LPO_DIV:
        return b > 0 ? lp_int(arena, a / b) : NULL;
    case LPO_LT:
        return lp_bool(arena, a < b);
    case LPO_LE:
        return lp_bool(arena, a <= b);
    case LPO_GT:
        return lp_bool(arena, a > b);
    case LPO_GE:
        return lp_bool(arena, a >= b);
    case LPO_EQ:
        return lp_bool(arena, a == b);
    case LPO_NE:
        return lp_bool(arena, a != b);
    default:
        return NULL;
    }
}

/* Identities that hold for the int64 arithmetic of indices and sizes. */
static LpExpr *fold_identity(LpOperator op, LpExpr *a, LpExpr *b) {
    if (op == LPO_ADD && lp_is_int(a, 0))
        return b;
    if ((op == LPO_ADD || op == LPO_SUB) && lp_is_int(b, 0))
        return a;
    if (op == LPO_MUL && (lp_is_int(a, 1) || lp_is_int(b, 0)))
        return b;
    if (op == LPO_MUL && (lp_is_int(b, 1) || lp_is_int(a, 0)))
        return a;
    if (op == LPO_DIV && lp_is_int(b, 1))
        return a;
    return NULL;
}

static LpExpr *fold_bools(LpOperator op, LpExpr *a, LpExpr *b) {
    if (op == LPO_AND && a->kind == LPE_BOOL)
        return a->number ? b : a;
    if (op == LPO_AND && b->kind == LPE_BOOL && b->number)
        return a;
    if (op == LPO_OR && a->kind == LPE_BOOL)
        return a->number ? a : b;
    if (op == LPO_OR && b->kind == LPE_BOOL && !b->number)
        return a;
    return NULL;
}

LpExpr *lp_binary(Arena *arena, LpOperator op, LpExpr *a, LpExpr *b) {
    LpExpr *folded = NULL;
    if (a->kind == LPE_INT && b->kind == LPE_INT)
        folded = fold_ints(arena, op, a->number, b->number);
    if (!folded && a->type.base == LPT_I64)
        folded = fold_identity(op, a, b);
    if (!folded)
        folded = fold_bools(op, a, b);
    if (folded)
        return folded;
    bool truth = is_comparison(op) || op == LPO_AND || op == LPO_OR;
    LpExpr *e = new_expr(arena, LPE_BINARY, truth ? lp_type(LPT_BOOL) : a->type);
    e->op = op;
    return with_args(arena, e, 2, (LpExpr *[]){a, b});
}

LpExpr *lp_select(Arena *arena, LpExpr *condition, LpExpr *a, LpExpr *b) {
    if (condition->kind == LPE_BOOL)
        return condition->number ? a : b;
    return with_args(arena, new_expr(arena, LPE_SELECT, a->type), 3, (LpExpr *[]){condition, a, b});
}

LpExpr *lp_cast(Arena *arena, LpType type, LpExpr *a) {
    if (type.base == a->type.base && type.pointer == a->type.pointer)
        return a;
    bool fits =
        a->kind == LPE_INT && a->number >= INT8_MIN && a->number <= INT8_MAX && (a->number >= 0 || type.base != LPT_U8);
    if (!type.pointer && fits && lp_base_info[type.base].cls == 'I') {
        LpExpr *literal = new_expr(arena, LPE_INT, type);
        literal->number = a->number;
        return literal;
    }
    if (!type.pointer && a->kind == LPE_INT && lp_base_info[type.base].cls == 'F') {
        double value = type.base == LPT_F32 ? (double)(float)a->number : (double)a->number;
        return lp_float(arena, value, type.base);
    }
    if (!type.pointer && a->kind == LPE_FLOAT && lp_base_info[type.base].cls == 'F')
        return lp_float(arena, a->real, type.base);
    return with_args(arena, new_expr(arena, LPE_CAST, type), 1, &a);
}

LpExpr *lp_call(Arena *arena, LpType type, const char *name, uint32_t count, LpExpr *const *args) {
    LpExpr *e = new_expr(arena, LPE_CALL, type);
    e->text = str_of(name);
    return with_args(arena, e, count, args);
}

LpExpr *lp_load(Arena *arena, LpExpr *pointer, LpExpr *index) {
    LpType type = pointer->type;
    type.pointer--;
    type.is_restrict = false;
    return with_args(arena, new_expr(arena, LPE_LOAD, type), 2, (LpExpr *[]){pointer, index});
}

LpExpr *lp_field(Arena *arena, LpExpr *a, const char *field, LpType type) {
    LpExpr *e = new_expr(arena, LPE_FIELD, type);
    e->text = str_of(field);
    return with_args(arena, e, 1, &a);
}

LpExpr *lp_address(Arena *arena, LpExpr *a) {
    LpType type = a->type;
    type.pointer++;
    if (a->kind == LPE_LOAD && lp_is_int(a->args[1], 0))
        return a->args[0];
    return with_args(arena, new_expr(arena, LPE_ADDRESS, type), 1, &a);
}

LpExpr *lp_array(Arena *arena, LpBase base, uint32_t count, LpExpr *const *items) {
    return with_args(arena, new_expr(arena, LPE_ARRAY, lp_pointer(base, true)), count, items);
}

LpStmt *lp_stmt(Arena *arena, LpBlock *block, LpStmtKind kind, Span span) {
    LpStmt *s = arena_new_of(arena, LpStmt);
    s->kind = kind;
    s->span = span;
    vec_push(arena, &block->items, s);
    return s;
}

void lp_decl(Arena *arena, LpBlock *block, LpVar *var, LpExpr *value, Span span) {
    LpStmt *s = lp_stmt(arena, block, LPS_DECL, span);
    s->var = var;
    s->args[0] = value;
}

void lp_assign(Arena *arena, LpBlock *block, LpExpr *target, LpExpr *value, Span span) {
    LpStmt *s = lp_stmt(arena, block, LPS_ASSIGN, span);
    s->args[0] = target;
    s->args[1] = value;
}

void lp_eval(Arena *arena, LpBlock *block, LpExpr *e, Span span) { lp_stmt(arena, block, LPS_EXPR, span)->args[0] = e; }

void lp_guard(Arena *arena, LpBlock *block, int64_t index, LpExpr *condition, Span span) {
    LpStmt *s = lp_stmt(arena, block, LPS_GUARD, span);
    s->args[0] = condition;
    s->number = (int32_t)index;
}

void lp_try(Arena *arena, LpBlock *block, LpExpr *condition) {
    lp_stmt(arena, block, LPS_TRY, (Span){0})->args[0] = condition;
}
