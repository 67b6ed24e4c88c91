/* The plug-in's entry point, and what makes a module of a unit. See llvm.h. */
#include "codegen/llvm/llvm.h"
#include "include/pyaot_backend.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/IRReader.h>

#include <string.h>

/* ---- the module -------------------------------------------------------------------------------------------------- */
/* A node without operands that equals no other can only be had by reading a text. */
static LLVMMetadataRef distinct_node(LLVMContextRef context) {
    static const char text[] = "!node = !{!0}\n!0 = distinct !{}\n";
    LLVMMemoryBufferRef memory = LLVMCreateMemoryBufferWithMemoryRangeCopy(text, sizeof text - 1, "node");
    LLVMModuleRef module = NULL;
    char *message = NULL;
    if (LLVMParseIRInContext(context, memory, &module, &message))
        ICE("llvm: %s", message);
    LLVMValueRef node = NULL;
    LLVMGetNamedMetadataOperands(module, "node", &node);
    LLVMMetadataRef found = LLVMValueAsMetadata(node);
    LLVMDisposeModule(module);
    return found;
}

static LLVMMetadataRef likely_weights(LlModule *m) {
    LLVMMetadataRef items[] = {LLVMMDStringInContext2(m->context, "branch_weights", 14),
                               LLVMValueAsMetadata(ll_int(m, LPT_I32, 2000)),
                               LLVMValueAsMetadata(ll_int(m, LPT_I32, 1))};
    return LLVMMDNodeInContext2(m->context, items, COUNT_OF(items));
}

/* The run time's functions were compiled for any machine: now it is known which. */
static void adopt_runtime(LlModule *m) {
    static const char *const removed[] = {"target-cpu", "target-features", "tune-cpu", "min-legal-vector-width"};
    for (LLVMValueRef f = LLVMGetFirstFunction(m->module); f; f = LLVMGetNextFunction(f)) {
        for (size_t i = 0; i < COUNT_OF(removed); i++)
            LLVMRemoveStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, removed[i], (unsigned)strlen(removed[i]));
        if (!LLVMIsDeclaration(f))
            ll_attributes(m, f);
    }
}

static void open_module(LlModule *m) {
    m->context = LLVMContextCreate();
    m->module = ll_runtime(m->context);
    m->builder = LLVMCreateBuilderInContext(m->context);
    map_init(&m->functions, m->arena);
    map_init(&m->texts, m->arena);
    const SourceFile *source = m->unit->result->source;
    const char *name = source ? source->display : m->unit->result->name;
    LLVMSetModuleIdentifier(m->module, name, strlen(name));
    LLVMSetSourceFileName(m->module, name, strlen(name));
    m->access_group = distinct_node(m->context);
    m->likely = likely_weights(m);
    adopt_runtime(m);
    ll_debug_open(m);
}

static void close_module(LlModule *m) {
    LLVMDisposeBuilder(m->builder);
    LLVMDisposeModule(m->module);
    LLVMContextDispose(m->context);
    ll_machine_close(&m->machine);
}

/* What only tells of the run time is no part of the object. */
static void remove_view(LlModule *m) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(m->module), next; g; g = next) {
        size_t length;
        next = LLVMGetNextGlobal(g);
        if (strncmp(LLVMGetValueName2(g, &length), "pyaot_", 6) == 0)
            LLVMDeleteGlobal(g);
    }
}

static void check_module(const LlModule *m) {
    char *message = NULL;
    if (LLVMVerifyModule(m->module, LLVMReturnStatusAction, &message))
        ICE("llvm: %s", message);
    LLVMDisposeMessage(message);
}

static void add_functions(LlModule *m) {
    const BackendUnit *unit = m->unit;
    for (uint32_t i = 0; i < unit->others.len; i++) {
        LLVMValueRef host = ll_declare(m, unit->others.data[i]->host);
        LLVMSetVisibility(host, LLVMHiddenVisibility);
    }
    for (uint32_t i = 0; i < unit->own.len; i++) {
        const LpModule *loops = &unit->own.data[i]->loops;
        for (uint32_t k = 0; k < loops->functions.len; k++)
            ll_declare(m, loops->functions.data[k]);
        for (uint32_t k = 0; k < loops->functions.len; k++)
            ll_define(m, loops->functions.data[k]);
    }
    if (unit->tables)
        ll_tables(m, unit->tables);
    ll_debug_close(m);
    remove_view(m);
}

static void add_listing(const LlModule *m, BackendFiles *files) {
    char *text = LLVMPrintModuleToString(m->module);
    buf_puts(backend_file(files, FILE_TEXT, str_format("%s_kernels.ll", m->unit->result->name)), text);
    LLVMDisposeMessage(text);
}

static bool emit(void *state, const BackendUnit *unit, BackendFiles *files, DiagList *diags) {
    (void)state;
    LlModule m = {.arena = files->arena, .unit = unit};
    if (!ll_machine(&m.machine, m.arena, unit->cpu, diags))
        return false;
    open_module(&m);
    add_functions(&m);
    check_module(&m);
    bool ok = ll_optimise(&m, diags);
    if (ok && unit->listing)
        add_listing(&m, files);
    else if (ok)
        ok = ll_object(&m, backend_file(files, FILE_OBJECT, str_format("%s_llvm.o", unit->result->name)), diags);
    close_module(&m);
    return ok;
}

static const CodeBackend code = {.size = sizeof code, .emit = emit};
static const PyaotBackend backend = {.version = PYAOT_BACKEND_VERSION,
                                     .size = sizeof backend,
                                     .name = "llvm",
                                     .doc = "machine code through LLVM, without a C compiler",
                                     .code = &code};

__attribute__((visibility("default"))) const PyaotBackend *pyaot_backend(uint32_t host_version) {
    return host_version == PYAOT_BACKEND_VERSION ? &backend : NULL;
}
