/* Functions of loop IR: kernels, and host functions that the tables name. */
#include "codegen/llvm/llvm.h"

#include <string.h>

void ll_flag(LlModule *m, LLVMValueRef function, unsigned at, const char *name) {
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAddAttributeAtIndex(function, at, LLVMCreateEnumAttribute(m->context, kind, 0));
}

static void add_text(LlModule *m, LLVMValueRef function, const char *name, const char *value) {
    LLVMAttributeRef attribute =
        LLVMCreateStringAttribute(m->context, name, (unsigned)strlen(name), value, (unsigned)strlen(value));
    LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute);
}

void ll_attributes(LlModule *m, LLVMValueRef function) {
    add_text(m, function, "target-cpu", m->machine.cpu);
    add_text(m, function, "target-features", m->machine.features);
    add_text(m, function, "no-trapping-math", "true");
    if (m->machine.wide)
        add_text(m, function, "prefer-vector-width", "512");
    ll_flag(m, function, LLVMAttributeFunctionIndex, "nounwind");
}

LLVMValueRef ll_declare(LlModule *m, const LpFunction *function) {
    uint32_t count = function->params.len;
    LLVMTypeRef *types = arena_array(m->arena, LLVMTypeRef, count + 1);
    for (uint32_t i = 0; i < count; i++)
        types[i] = ll_type(m, function->params.data[i]->type);
    LLVMTypeRef type = LLVMFunctionType(ll_type(m, function->result), types, count, false);
    LLVMValueRef value = LLVMAddFunction(m->module, function->name, type);
    for (uint32_t i = 0; i < count; i++) {
        LpType param = function->params.data[i]->type;
        if (param.is_restrict)
            ll_flag(m, value, i + 1, "noalias");
        if (!param.pointer && param.base == LPT_BOOL)
            ll_flag(m, value, i + 1, "zeroext");
        LLVMSetValueName2(LLVMGetParam(value, i), function->params.data[i]->name,
                          strlen(function->params.data[i]->name));
    }
    map_put(&m->functions, MAP_KEY(function->name), value);
    return value;
}

static Span first_span(const LpBlock *block) {
    Span span = {0};
    for (uint32_t i = 0; i < block->items.len && !span.file; i++) {
        const LpStmt *s = block->items.data[i];
        span = s->span;
        if (!span.file)
            span = first_span(&s->body);
        if (!span.file)
            span = first_span(&s->other);
    }
    return span;
}

void ll_define(LlModule *m, const LpFunction *function) {
    LlFunction f = {.m = m, .function = function, .value = ll_function(m, function->name)};
    map_init(&f.vars, m->arena);
    if (function->is_shared || function->is_common || (m->begin > 0 && !function->is_kernel)) /* called from others */
        LLVMSetVisibility(f.value, LLVMHiddenVisibility);
    else
        LLVMSetLinkage(f.value, LLVMInternalLinkage);
    ll_attributes(m, f.value);
    ll_debug_function(&f, first_span(&function->body));
    f.entry = ll_block(&f, "entry");
    LLVMBasicBlockRef start = ll_block(&f, "start");
    LLVMPositionBuilderAtEnd(m->builder, start);
    ll_debug_line(&f, (Span){0});
    for (uint32_t i = 0; i < function->params.len; i++) {
        const LpVar *param = function->params.data[i];
        LLVMValueRef place = ll_alloca(&f, param->type, 1, param->name);
        ll_store(&f, (LlValue){LLVMGetParam(f.value, i), param->type}, place, param->type);
        map_put(&f.vars, MAP_KEY(param), place);
    }
    ll_statements(&f, &function->body);
    if (!LLVMGetBasicBlockTerminator(LLVMGetInsertBlock(m->builder))) {
        if (function->result.base == LPT_VOID)
            LLVMBuildRetVoid(m->builder);
        else
            LLVMBuildUnreachable(m->builder);
    }
    LLVMPositionBuilderAtEnd(m->builder, f.entry);
    LLVMSetCurrentDebugLocation2(m->builder, NULL);
    LLVMBuildBr(m->builder, start);
}
