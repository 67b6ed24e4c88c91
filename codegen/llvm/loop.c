/* Counted loops, and the marks that let LLVM make vector code of them: what `omp simd` promises is that the memory
 * accesses of different rounds do not depend on each other. */
#include "codegen/llvm/llvm.h"

#include <string.h>

static LLVMMetadataRef text_node(LlModule *m, const char *text) {
    return LLVMMDStringInContext2(m->context, text, strlen(text));
}

static LLVMMetadataRef flag_node(LlModule *m, const char *name) {
    LLVMMetadataRef items[] = {text_node(m, name), LLVMValueAsMetadata(ll_int(m, LPT_BOOL, 1))};
    return LLVMMDNodeInContext2(m->context, items, COUNT_OF(items));
}

/* A loop's own node: its first operand is itself. */
static LLVMMetadataRef loop_node(LlModule *m) {
    LLVMMetadataRef parallel[] = {text_node(m, "llvm.loop.parallel_accesses"), m->access_group};
    LLVMMetadataRef self = LLVMTemporaryMDNode(m->context, NULL, 0);
    LLVMMetadataRef items[] = {self, LLVMMDNodeInContext2(m->context, parallel, COUNT_OF(parallel)),
                               flag_node(m, "llvm.loop.vectorize.enable")};
    LLVMMetadataRef node = LLVMMDNodeInContext2(m->context, items, COUNT_OF(items));
    LLVMMetadataReplaceAllUsesWith(self, node);
    return node;
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
                        LLVMMetadataAsValue(m->context, loop_node(m)));
    }
    LLVMPositionBuilderAtEnd(b, done);
}
