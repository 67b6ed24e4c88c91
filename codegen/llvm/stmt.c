/* Statements of loop IR, but for loops. */
#include "codegen/llvm/llvm.h"

#include <string.h>

/* ---- declarations and assignments -------------------------------------------------------------------------------- */
static void declare(LlFunction *f, const LpStmt *s) {
    const LpVar *var = s->var;
    uint64_t count = 1;
    if (var->is_array) {
        LLVMValueRef length = ll_convert(f, ll_expr(f, s->args[0]), lp_type(LPT_I64));
        if (!LLVMIsAConstantInt(length))
            ICE("llvm: the length of the array %s is not constant", var->name);
        count = LLVMConstIntGetZExtValue(length);
    }
    LLVMValueRef place = map_get(&f->vars, MAP_KEY(var));
    if (!place) {
        place = ll_alloca(f, var->type, count, var->name);
        map_put(&f->vars, MAP_KEY(var), place);
    }
    if (!var->is_array && s->args[0])
        ll_store(f, ll_expr(f, s->args[0]), place, var->type);
}

static const LpReduction *reduction_of(const LlFunction *f, const LpExpr *target) {
    for (uint32_t i = 0; target->kind == LPE_VAR && i < f->reduction_count; i++)
        if (f->reductions[i].var == target->var)
            return &f->reductions[i];
    return NULL;
}

/* In a loop with a simd mark a reduction may be computed in any order, and in as many lanes as there are. A maximum
 * meets NaN and the sign of zero elsewhere: in a flag beside it, and in what the program may expect of it. */
static void mark_reduction(const LpReduction *reduction, LLVMValueRef value) {
    if (!LLVMIsAInstruction(value) || !LLVMCanValueUseFastMathFlags(value))
        return;
    LLVMFastMathFlags flags = LLVMGetFastMathFlags(value);
    if (reduction->kind == LPR_SUM || reduction->kind == LPR_PROD) {
        LLVMSetFastMathFlags(value, flags | LLVMFastMathAllowReassoc);
    } else if (reduction->kind == LPR_MAX || reduction->kind == LPR_MIN) {
        LLVMSetFastMathFlags(value, flags | LLVMFastMathNoNaNs | LLVMFastMathNoSignedZeros);
        LLVMValueRef condition = LLVMIsASelectInst(value) ? LLVMGetOperand(value, 0) : NULL;
        if (condition && LLVMIsAFCmpInst(condition))
            LLVMSetFastMathFlags(condition, LLVMFastMathNoNaNs | LLVMFastMathNoSignedZeros);
    }
}

static void assign(LlFunction *f, const LpStmt *s) {
    LlValue value = ll_expr(f, s->args[1]);
    const LpReduction *reduction = reduction_of(f, s->args[0]);
    if (reduction)
        mark_reduction(reduction, value.value);
    ll_store(f, value, ll_place(f, s->args[0]), s->args[0]->type);
}

/* ---- ways out ---------------------------------------------------------------------------------------------------- */
/* What follows a jump is not reached, but there has to be a block for it. */
static void end_block(LlFunction *f) { LLVMPositionBuilderAtEnd(f->m->builder, ll_block(f, "after")); }

static void give_back(LlFunction *f, const char *status) {
    LLVMBuildRet(f->m->builder, ll_int(f->m, LPT_I32, ll_constant(f->m, "value", status)));
}

static LLVMBasicBlockRef unless(LlFunction *f, LLVMValueRef condition, const char *name) {
    LLVMBuilderRef b = f->m->builder;
    LLVMBasicBlockRef on = ll_block(f, "on"), out = ll_block(f, name);
    LLVMValueRef branch = LLVMBuildCondBr(b, condition, on, out);
    LLVMSetMetadata(branch, LLVMGetMDKindIDInContext(f->m->context, "prof", 4),
                    LLVMMetadataAsValue(f->m->context, f->m->likely));
    LLVMPositionBuilderAtEnd(b, out);
    return on;
}

static LLVMValueRef call_pointer(LlFunction *f) {
    for (uint32_t i = 0; i < f->function->params.len; i++) {
        LpVar *param = f->function->params.data[i];
        if (param->type.base == LPT_CALL)
            return ll_load(f, map_get(&f->vars, MAP_KEY(param)), param->type).value;
    }
    ICE("llvm: %s has no call to leave", f->function->name);
}

static void guard(LlFunction *f, const LpStmt *s) {
    LlModule *m = f->m;
    LLVMBasicBlockRef on = unless(f, ll_condition(f, s->args[0]), "miss");
    LLVMValueRef offset = ll_int(m, LPT_I64, ll_constant(m, "offset", "RtCall_missed"));
    LLVMValueRef missed =
        LLVMBuildInBoundsGEP2(m->builder, LLVMInt8TypeInContext(m->context), call_pointer(f), &offset, 1, "");
    LLVMBuildStore(m->builder, ll_int(m, LPT_I32, s->number), missed);
    give_back(f, "RT_MISS");
    LLVMPositionBuilderAtEnd(m->builder, on);
}

static void try(LlFunction *f, const LpStmt *s) {
    LLVMBasicBlockRef on = unless(f, ll_condition(f, s->args[0]), "failed");
    give_back(f, "RT_FAILED");
    LLVMPositionBuilderAtEnd(f->m->builder, on);
}

static void miss(LlFunction *f, const LpStmt *s) {
    LlValue args[2] = {{call_pointer(f), lp_pointer(LPT_CALL, false)},
                       {ll_text(f->m, s->text ? s->text : str_of("left in the middle")), lp_pointer(LPT_CHAR, true)}};
    LLVMBuildRet(f->m->builder, ll_call(f, "rt_miss", 2, args));
    end_block(f);
}

static void return_value(LlFunction *f, const LpStmt *s) {
    if (s->args[0])
        LLVMBuildRet(f->m->builder, ll_convert(f, ll_expr(f, s->args[0]), f->function->result));
    else
        LLVMBuildRetVoid(f->m->builder);
    end_block(f);
}

/* ---- branches ---------------------------------------------------------------------------------------------------- */
static void branch(LlFunction *f, const LpStmt *s) {
    LLVMBuilderRef b = f->m->builder;
    LLVMBasicBlockRef then = ll_block(f, "then"), other = ll_block(f, "else"), done = ll_block(f, "done");
    LLVMBuildCondBr(b, ll_condition(f, s->args[0]), then, other);
    LLVMPositionBuilderAtEnd(b, then);
    ll_statements(f, &s->body);
    ll_go(f, done);
    LLVMPositionBuilderAtEnd(b, other);
    ll_statements(f, &s->other);
    ll_go(f, done);
}

static void repeat(LlFunction *f, const LpStmt *s) {
    LLVMBuilderRef b = f->m->builder;
    LLVMBasicBlockRef again = ll_block(f, "while"), outer = f->leave, done = ll_block(f, "done");
    ll_go(f, again);
    if (s->args[0]) {
        LLVMBasicBlockRef body = ll_block(f, "body");
        LLVMBuildCondBr(b, ll_condition(f, s->args[0]), body, done);
        LLVMPositionBuilderAtEnd(b, body);
    }
    f->leave = done;
    ll_statements(f, &s->body);
    f->leave = outer;
    ll_go(f, again);
    LLVMPositionBuilderAtEnd(b, done);
}

static void statement(LlFunction *f, const LpStmt *s) {
    ll_debug_line(f, s->span);
    switch (s->kind) {
    case LPS_DECL:
        declare(f, s);
        return;
    case LPS_ASSIGN:
        assign(f, s);
        return;
    case LPS_EXPR:
        ll_expr(f, s->args[0]);
        return;
    case LPS_FOR:
        ll_for(f, s);
        return;
    case LPS_WHILE:
        repeat(f, s);
        return;
    case LPS_IF:
        branch(f, s);
        return;
    case LPS_BREAK:
        LLVMBuildBr(f->m->builder, f->leave);
        end_block(f);
        return;
    case LPS_RETURN:
        return_value(f, s);
        return;
    case LPS_GUARD:
        guard(f, s);
        return;
    case LPS_TRY:
        try(f, s);
        return;
    case LPS_MISS:
        miss(f, s);
        return;
    case LPS_SPLIT:
        ll_split(f, s);
        return;
    }
    ICE("llvm: statement of kind %d", (int)s->kind);
}

void ll_statements(LlFunction *f, const LpBlock *block) {
    for (uint32_t i = 0; i < block->items.len; i++)
        statement(f, block->items.data[i]);
}
