/* The plug-in's entry point, and what makes a module of a unit. See llvm.h. */
#include "codegen/llvm/llvm.h"
#include "include/pyaot_backend.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/IRReader.h>

#include <pthread.h>
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

static void declare_hosts(LlModule *m) {
    const BackendUnit *unit = m->unit;
    for (uint32_t i = 0; i < unit->others.len; i++)
        LLVMSetVisibility(ll_declare(m, unit->others.data[i]->host), LLVMHiddenVisibility);
    for (uint32_t i = m->end; i < unit->own.len; i++)
        LLVMSetVisibility(ll_declare(m, unit->own.data[i]->host), LLVMHiddenVisibility);
}

/* Kernels of variants that other parts define. */
static void declare_common(LlModule *m) {
    for (uint32_t i = 0; i < m->begin; i++) {
        const LpModule *loops = &m->unit->own.data[i]->loops;
        for (uint32_t k = 0; k < loops->functions.len; k++)
            if (loops->functions.data[k]->is_common)
                LLVMSetVisibility(ll_declare(m, loops->functions.data[k]), LLVMHiddenVisibility);
    }
}

static void add_functions(LlModule *m) {
    declare_common(m);
    for (uint32_t i = m->begin; i < m->end; i++) {
        const LpModule *loops = &m->unit->own.data[i]->loops;
        for (uint32_t k = 0; k < loops->functions.len; k++)
            ll_declare(m, loops->functions.data[k]);
        for (uint32_t k = 0; k < loops->functions.len; k++)
            ll_define(m, loops->functions.data[k]);
    }
    if (m->unit->tables && m->begin == 0) {
        declare_hosts(m);
        ll_tables(m, m->unit->tables);
    }
    ll_debug_close(m);
    remove_view(m);
    check_module(m);
}

/* ---- the objects ------------------------------------------------------------------------------------------------- */
static uint32_t weight(const LpBlock *block) {
    uint32_t sum = block->items.len;
    for (uint32_t i = 0; i < block->items.len; i++)
        sum += weight(&block->items.data[i]->body) + weight(&block->items.data[i]->other);
    return sum;
}

static uint32_t variant_weight(const Lowered *lowered) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < lowered->loops.functions.len; i++)
        sum += weight(&lowered->loops.functions.data[i]->body);
    return sum;
}

enum { PARTS_MAX = 8, PART_WEIGHT = 250 };

/* Cuts the variants into parts that are compiled at the same time. It goes by the program alone, so that the same
 * program gives the same bytes on machines with more or fewer processors. */
static uint32_t cut(const BackendUnit *unit, LlModule *modules) {
    uint32_t count = 0, total = 0, sum = 0;
    for (uint32_t i = 0; i < unit->own.len; i++)
        total += variant_weight(unit->own.data[i]);
    uint32_t share = unit->listing ? UINT32_MAX : total / PARTS_MAX > PART_WEIGHT ? total / PARTS_MAX : PART_WEIGHT;
    for (uint32_t i = 0; i < unit->own.len; i++) {
        sum += variant_weight(unit->own.data[i]);
        modules[count].end = i + 1;
        if (sum < share || i + 1 == unit->own.len || count + 1 == PARTS_MAX)
            continue;
        modules[++count].begin = i + 1;
        sum = 0;
    }
    return count + 1;
}

static void *compile(void *data) {
    LlModule *m = data;
    m->problem = ll_optimise(m);
    if (!m->problem && !m->unit->listing)
        m->problem = ll_object(m);
    return NULL;
}

static void compile_all(LlModule *modules, uint32_t count) {
    pthread_t threads[PARTS_MAX];
    bool started[PARTS_MAX] = {false};
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 64 << 20); /* LLVM goes down deep expressions by recursion */
    for (uint32_t i = 1; i < count; i++)
        started[i] = pthread_create(&threads[i], &attributes, compile, &modules[i]) == 0;
    pthread_attr_destroy(&attributes);
    compile(&modules[0]);
    for (uint32_t i = 1; i < count; i++) {
        if (started[i])
            pthread_join(threads[i], NULL);
        else
            compile(&modules[i]);
    }
}

/* ---- the back end ------------------------------------------------------------------------------------------------ */
static void add_listing(const LlModule *m, BackendFiles *files) {
    char *text = LLVMPrintModuleToString(m->module);
    buf_puts(backend_file(files, FILE_TEXT, str_format("%s_kernels.ll", m->unit->result->name)), text);
    LLVMDisposeMessage(text);
}

static bool add_file(LlModule *m, uint32_t number, BackendFiles *files, DiagList *diags) {
    if (m->problem) {
        diag_add(diags, DIAG_ERROR, D_BACKEND, (Span){0}, "LLVM: %s", m->problem);
        LLVMDisposeMessage(m->problem);
        return false;
    }
    if (m->unit->listing) {
        add_listing(m, files);
        return true;
    }
    Buf *object = backend_file(files, FILE_OBJECT, str_format("%s_llvm_%u.o", m->unit->result->name, number));
    buf_put(object, LLVMGetBufferStart(m->object), LLVMGetBufferSize(m->object));
    LLVMDisposeMemoryBuffer(m->object);
    return true;
}

static bool emit(void *state, const BackendUnit *unit, BackendFiles *files, DiagList *diags) {
    (void)state;
    LlModule modules[PARTS_MAX] = {0};
    uint32_t count = cut(unit, modules);
    bool ok = true;
    for (uint32_t i = 0; i < count && ok; i++) {
        modules[i].arena = files->arena;
        modules[i].unit = unit;
        ok = ll_machine(&modules[i].machine, files->arena, unit->cpu, diags);
        if (!ok)
            break;
        open_module(&modules[i]);
        add_functions(&modules[i]);
    }
    if (ok)
        compile_all(modules, count);
    for (uint32_t i = 0; i < count && modules[i].module; i++) {
        ok = ok && add_file(&modules[i], i, files, diags);
        close_module(&modules[i]);
    }
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
