/* Debug information: which line of the Python program each instruction comes from. Files are named as in messages, so
 * that no path of this machine gets into the object; with -g, in the program's folder, where a debugger finds them. */
#include "codegen/llvm/llvm.h"

#include <string.h>

static LLVMMetadataRef file_node(LlModule *m, const SourceFile *file) {
    LLVMMetadataRef known = map_get(&m->debug_files, MAP_KEY(file));
    if (known)
        return known;
    const char *folder = m->unit->debug ? m->unit->debug : "";
    known = LLVMDIBuilderCreateFile(m->debug, file->display, strlen(file->display), folder, strlen(folder));
    map_put(&m->debug_files, MAP_KEY(file), known);
    return known;
}

void ll_debug_open(LlModule *m) {
    map_init(&m->debug_files, m->arena);
    const SourceFile *source = m->unit->result->source;
    if (!source)
        return;
    m->debug = LLVMCreateDIBuilder(m->module);
    LLVMDIBuilderCreateCompileUnit(m->debug, LLVMDWARFSourceLanguagePython, file_node(m, source), "pyaot", 5, true, "",
                                   0, 0, "", 0, LLVMDWARFEmissionLineTablesOnly, 0, false, false, "", 0, "", 0);
    m->debug_type = LLVMDIBuilderCreateSubroutineType(m->debug, file_node(m, source), NULL, 0, LLVMDIFlagZero);
    LLVMValueRef version = ll_int(m, LPT_I32, (int64_t)LLVMDebugMetadataVersion());
    LLVMAddModuleFlag(m->module, LLVMModuleFlagBehaviorWarning, "Debug Info Version", 18, LLVMValueAsMetadata(version));
}

void ll_debug_function(LlFunction *f, Span span) {
    LlModule *m = f->m;
    if (!m->debug)
        return;
    f->scope_file = span.file ? span.file : m->unit->result->source;
    LLVMMetadataRef file = file_node(m, f->scope_file);
    size_t length;
    const char *name = LLVMGetValueName2(f->value, &length);
    /* Its entry is of no line: a debugger that is to stop at the first one would take it for what sets up the frame. */
    f->scope = LLVMDIBuilderCreateFunction(m->debug, file, name, length, name, length, file, span_line(span),
                                           m->debug_type, true, true, 0, LLVMDIFlagZero, true);
    LLVMSetSubprogram(f->value, f->scope);
}

/* Without a place, what was said last holds; of a function's start, line 0. */
void ll_debug_line(LlFunction *f, Span span) {
    LlModule *m = f->m;
    if (!m->debug)
        return;
    if (!span.file) {
        LLVMMetadataRef now = LLVMGetCurrentDebugLocation2(m->builder);
        if (!now || LLVMDILocationGetScope(now) != f->scope)
            LLVMSetCurrentDebugLocation2(m->builder,
                                         LLVMDIBuilderCreateDebugLocation(m->context, 0, 0, f->scope, NULL));
        return;
    }
    LLVMMetadataRef scope = f->scope;
    if (span.file != f->scope_file)
        scope = LLVMDIBuilderCreateLexicalBlockFile(m->debug, f->scope, file_node(m, span.file), 0);
    LLVMMetadataRef at = LLVMDIBuilderCreateDebugLocation(m->context, span_line(span), span_column(span), scope, NULL);
    LLVMSetCurrentDebugLocation2(m->builder, at);
}

void ll_debug_close(LlModule *m) {
    if (!m->debug)
        return;
    LLVMDIBuilderFinalize(m->debug);
    LLVMDisposeDIBuilder(m->debug);
}
