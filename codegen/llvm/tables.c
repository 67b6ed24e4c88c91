/* The tables that the run time reads, as constants, and the function that Python calls when it loads the extension. */
#include "codegen/llvm/llvm.h"

#include <string.h>

static LLVMTypeRef field_type(LlModule *m, FieldKind kind) {
    switch (kind) {
    case FIELD_INT:
        return LLVMInt32TypeInContext(m->context);
    case FIELD_BOOL:
        return LLVMInt8TypeInContext(m->context);
    case FIELD_HASH:
        return LLVMInt64TypeInContext(m->context);
    default:
        return LLVMPointerTypeInContext(m->context, 0);
    }
}

static LLVMValueRef table_named(LlModule *m, Str name) {
    LLVMValueRef table = LLVMGetNamedGlobal(m->module, name);
    if (!table)
        ICE("llvm: no table %s", name);
    return table;
}

static LLVMValueRef constant(LlModule *m, FieldKind kind, const CgConstant *c) {
    LLVMTypeRef type = field_type(m, kind);
    switch (kind) {
    case FIELD_TEXT:
        return c->text ? ll_text(m, c->text) : LLVMConstNull(type);
    case FIELD_TABLE:
        return c->text ? table_named(m, c->text) : LLVMConstNull(type);
    case FIELD_FUNCTION:
        return ll_function(m, c->text);
    case FIELD_INT:
        return LLVMConstInt(type, c->number, true);
    default:
        return LLVMConstInt(type, c->number, false);
    }
}

static void add_table(LlModule *m, const CgTable *table) {
    const CgRecord *record = table->record;
    int count = record->field_count;
    bool bare = count == 1 && !record->fields[0].name;
    LLVMValueRef *rows = arena_array(m->arena, LLVMValueRef, table->row_count);
    LLVMValueRef *fields = arena_array(m->arena, LLVMValueRef, count);
    for (uint32_t r = 0; r < table->row_count; r++) {
        for (int i = 0; i < count; i++)
            fields[i] = constant(m, record->fields[i].kind, &table->rows[r * (uint32_t)count + (uint32_t)i]);
        rows[r] = bare ? fields[0] : LLVMConstStructInContext(m->context, fields, (unsigned)count, false);
    }
    LLVMValueRef value = table->single ? rows[0] : LLVMConstArray2(LLVMTypeOf(rows[0]), rows, table->row_count);
    LLVMValueRef global = LLVMAddGlobal(m->module, LLVMTypeOf(value), table->name);
    LLVMSetInitializer(global, value);
    LLVMSetGlobalConstant(global, true);
    LLVMSetLinkage(global, LLVMInternalLinkage);
}

static void add_init(LlModule *m, const CgTables *tables) {
    LLVMTypeRef pointer = LLVMPointerTypeInContext(m->context, 0);
    LLVMValueRef init = LLVMAddFunction(m->module, tables->init_name, LLVMFunctionType(pointer, NULL, 0, false));
    ll_attributes(m, init);
    LLVMPositionBuilderAtEnd(m->builder, LLVMAppendBasicBlockInContext(m->context, init, "entry"));
    LLVMSetCurrentDebugLocation2(m->builder, NULL);
    LLVMValueRef module = table_named(m, tables->items.data[tables->items.len - 1].name);
    LLVMValueRef function = ll_function(m, "rt_module_init");
    LLVMBuildRet(m->builder, LLVMBuildCall2(m->builder, LLVMGlobalGetValueType(function), function, &module, 1, ""));
}

void ll_tables(LlModule *m, const CgTables *tables) {
    for (uint32_t i = 0; i < tables->items.len; i++)
        add_table(m, &tables->items.data[i]);
    add_init(m, tables);
}
