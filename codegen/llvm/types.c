/* Types of loop IR as types of LLVM, and the constants and functions of the run time. */
#include "codegen/llvm/llvm.h"

#include <stdio.h>
#include <string.h>

bool ll_is_struct(LpType type) {
    return type.pointer == 0 && (type.base == LPT_CALL || type.base == LPT_TENSOR || type.base == LPT_ATEN);
}

LLVMTypeRef ll_type(LlModule *m, LpType type) {
    if (type.pointer || ll_is_struct(type) || type.base == LPT_OBJECT)
        return LLVMPointerTypeInContext(m->context, 0);
    switch (type.base) {
    case LPT_VOID:
        return LLVMVoidTypeInContext(m->context);
    case LPT_BOOL:
        return LLVMInt1TypeInContext(m->context);
    case LPT_B8:
    case LPT_U8:
    case LPT_I8:
    case LPT_CHAR:
        return LLVMInt8TypeInContext(m->context);
    case LPT_I16:
    case LPT_F16:
    case LPT_BF16:
        return LLVMInt16TypeInContext(m->context);
    case LPT_I32:
    case LPT_STATUS:
        return LLVMInt32TypeInContext(m->context);
    case LPT_I64:
    case LPT_U64:
        return LLVMInt64TypeInContext(m->context);
    case LPT_F32:
        return LLVMFloatTypeInContext(m->context);
    case LPT_F64:
        return LLVMDoubleTypeInContext(m->context);
    case LPT_CALL: /* structs, above */
    case LPT_OBJECT:
    case LPT_TENSOR:
    case LPT_ATEN:
    case LPT_COUNT:
        break;
    }
    ICE("llvm: no type for '%s'", lp_base_info[type.base].spelling);
}

LLVMTypeRef ll_memory_type(LlModule *m, LpType type) {
    if (type.pointer == 0 && type.base == LPT_BOOL)
        return LLVMInt8TypeInContext(m->context);
    if (ll_is_struct(type)) {
        int64_t size = ll_constant(m, "size", lp_base_info[type.base].spelling);
        return LLVMArrayType2(LLVMInt8TypeInContext(m->context), (uint64_t)size);
    }
    return ll_type(m, type);
}

int64_t ll_constant(LlModule *m, const char *prefix, const char *name) {
    char full[160];
    snprintf(full, sizeof full, "pyaot_%s_%s", prefix, name);
    LLVMValueRef global = LLVMGetNamedGlobal(m->module, full);
    LLVMValueRef value = global ? LLVMGetInitializer(global) : NULL;
    if (!value || !LLVMIsAConstantInt(value))
        ICE("llvm: the run time has no constant %s", full);
    return LLVMConstIntGetSExtValue(value);
}

LLVMValueRef ll_int(LlModule *m, LpBase base, int64_t value) {
    return LLVMConstInt(ll_type(m, lp_type(base)), (unsigned long long)value, true);
}

LLVMValueRef ll_text(LlModule *m, Str text) {
    LLVMValueRef known = map_get(&m->texts, MAP_KEY(text));
    if (known)
        return known;
    LLVMValueRef bytes = LLVMConstStringInContext2(m->context, text, str_len(text), false);
    LLVMValueRef global = LLVMAddGlobal(m->module, LLVMTypeOf(bytes), "text");
    LLVMSetInitializer(global, bytes);
    LLVMSetGlobalConstant(global, true);
    LLVMSetLinkage(global, LLVMPrivateLinkage);
    LLVMSetUnnamedAddress(global, LLVMGlobalUnnamedAddr);
    LLVMSetAlignment(global, 1);
    map_put(&m->texts, MAP_KEY(text), global);
    return global;
}

LLVMValueRef ll_alloca(LlFunction *f, LpType type, uint64_t count, const char *name) {
    LLVMBuilderRef builder = f->m->builder;
    LLVMBasicBlockRef now = LLVMGetInsertBlock(builder);
    LLVMMetadataRef location = LLVMGetCurrentDebugLocation2(builder);
    LLVMTypeRef element = ll_memory_type(f->m, type);
    LLVMPositionBuilderAtEnd(builder, f->entry);
    LLVMValueRef place =
        LLVMBuildAlloca(builder, count == 1 ? element : LLVMArrayType2(element, count), name ? name : "");
    LLVMSetAlignment(place, ll_is_struct(type) ? 16 : count > 1 ? 64 : 8);
    LLVMPositionBuilderAtEnd(builder, now);
    LLVMSetCurrentDebugLocation2(builder, location);
    return place;
}

LLVMValueRef ll_function(LlModule *m, const char *name) {
    LLVMValueRef function = map_get(&m->functions, MAP_KEY(str_of(name)));
    if (!function)
        function = LLVMGetNamedFunction(m->module, name);
    if (!function)
        ICE("llvm: the run time has no function %s", name);
    return function;
}
