/* Counted loops, and the marks that let LLVM make vector code of them: what `omp simd` promises is that the memory
 * accesses of different rounds do not depend on each other. */
#include "codegen/llvm/llvm.h"

#include <string.h>

static LLVMMetadataRef text_node(LlModule *m, const char *text) {
    return LLVMMDStringInContext2(m->context, text, strlen(text));
}

static LLVMMetadataRef number_node(LlModule *m, const char *name, LpBase base, int64_t number) {
    LLVMMetadataRef items[] = {text_node(m, name), LLVMValueAsMetadata(ll_int(m, base, number))};
    return LLVMMDNodeInContext2(m->context, items, COUNT_OF(items));
}

/* A loop's own node: its first operand is itself. Without reductions one vector a round is as fast as several, and
 * leaves less over for single elements. */
static LLVMMetadataRef loop_node(LlModule *m, const LpStmt *s, bool scattered) {
    LLVMMetadataRef parallel[] = {text_node(m, "llvm.loop.parallel_accesses"), m->access_group};
    LLVMMetadataRef self = LLVMTemporaryMDNode(m->context, NULL, 0);
    LLVMMetadataRef items[4] = {self, LLVMMDNodeInContext2(m->context, parallel, COUNT_OF(parallel))};
    size_t count = 2;
    if (scattered) {
        items[count++] = number_node(m, "llvm.loop.vectorize.enable", LPT_BOOL, 0);
        items[count++] = number_node(m, "llvm.loop.unroll.count", LPT_I32, 16);
    } else if (s->reduction_count == 0) {
        items[count++] = number_node(m, "llvm.loop.interleave.count", LPT_I32, 1);
    }
    LLVMMetadataRef node = LLVMMDNodeInContext2(m->context, items, count);
    LLVMMetadataReplaceAllUsesWith(self, node);
    return node;
}

static bool mentions(const LpExpr *e, const LpVar *var) {
    bool found = e->kind == LPE_VAR && e->var == var;
    for (uint32_t i = 0; i < e->arg_count && !found; i++)
        found = mentions(e->args[i], var);
    return found;
}

/* Does e grow by more than one element from round to round? */
static bool strides(const LpExpr *e, const LpVar *var) {
    if (e->kind == LPE_BINARY && (e->op == LPO_ADD || e->op == LPO_SUB))
        return strides(e->args[0], var) || strides(e->args[1], var);
    return e->kind != LPE_VAR && mentions(e, var);
}

/* Conversions of what is loaded or stored do not count. */
static bool computes(const LpExpr *e) {
    bool found = e->kind == LPE_CALL && !strstr(e->text, "_to_");
    for (uint32_t i = 0; i < e->arg_count && !found; i++)
        found = computes(e->args[i]);
    return found;
}

/* A loop that only moves elements to places apart: the instructions that scatter a vector cost more than single stores,
 * and hold up the loads behind them. */
static bool scatters(const LpStmt *loop) {
    bool found = false;
    for (uint32_t i = 0; i < loop->body.items.len; i++) {
        const LpStmt *s = loop->body.items.data[i];
        if (s->kind != LPS_DECL && s->kind != LPS_ASSIGN)
            return false;
        const LpExpr *value = s->args[s->kind == LPS_ASSIGN];
        if (value && computes(value))
            return false;
        found =
            found || (s->kind == LPS_ASSIGN && s->args[0]->kind == LPE_LOAD && strides(s->args[0]->args[1], loop->var));
    }
    return found;
}

/* Marks the memory accesses of all blocks that were added behind `before`. */
static void mark_accesses(LlFunction *f, LLVMBasicBlockRef before) {
    LlModule *m = f->m;
    unsigned kind = LLVMGetMDKindIDInContext(m->context, "llvm.access.group", 17);
    LLVMValueRef group = LLVMMetadataAsValue(m->context, m->access_group);
    for (LLVMBasicBlockRef b = LLVMGetNextBasicBlock(before); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMOpcode op = LLVMGetInstructionOpcode(i);
            if (op == LLVMLoad || op == LLVMStore || op == LLVMCall)
                LLVMSetMetadata(i, kind, group);
        }
}

static void body(LlFunction *f, const LpStmt *s, LLVMBasicBlockRef leave) {
    LLVMBasicBlockRef outer = f->leave;
    const LpReduction *reductions = f->reductions;
    uint32_t count = f->reduction_count;
    f->leave = leave;
    if (s->simd) {
        f->reductions = s->reductions;
        f->reduction_count = s->reduction_count;
    }
    ll_statements(f, &s->body);
    f->leave = outer;
    f->reductions = reductions;
    f->reduction_count = count;
}

void ll_for(LlFunction *f, const LpStmt *s) {
    LlModule *m = f->m;
    LLVMBuilderRef b = m->builder;
    LpType type = lp_type(LPT_I64);
    LLVMValueRef place = map_get(&f->vars, MAP_KEY(s->var));
    if (!place) {
        place = ll_alloca(f, type, 1, s->var->name);
        map_put(&f->vars, MAP_KEY(s->var), place);
    }
    ll_store(f, ll_expr(f, s->args[0]), place, type);
    LLVMBasicBlockRef before = LLVMGetLastBasicBlock(f->value);
    LLVMBasicBlockRef test = ll_block(f, "for"), round = ll_block(f, "round"), next = ll_block(f, "next");
    LLVMBasicBlockRef done = ll_block(f, "done");
    LLVMBuildBr(b, test);
    LLVMPositionBuilderAtEnd(b, test);
    LLVMValueRef end = ll_convert(f, ll_expr(f, s->args[1]), type);
    LLVMValueRef at = ll_load(f, place, type).value;
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntSLT, at, end, ""), round, done);
    LLVMPositionBuilderAtEnd(b, round);
    body(f, s, done);
    ll_go(f, next);
    ll_debug_line(f, s->span);
    at = ll_load(f, place, type).value;
    LLVMValueRef step = ll_convert(f, ll_expr(f, s->args[2]), type);
    ll_store(f, (LlValue){LLVMBuildNSWAdd(b, at, step, ""), type}, place, type);
    LLVMValueRef back = LLVMBuildBr(b, test);
    if (s->simd) {
        mark_accesses(f, before);
        LLVMSetMetadata(back, LLVMGetMDKindIDInContext(m->context, "llvm.loop", 9),
                        LLVMMetadataAsValue(m->context, loop_node(m, s, scatters(s))));
    }
    LLVMPositionBuilderAtEnd(b, done);
}
