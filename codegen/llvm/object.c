/* From a module to machine code: the machine that it is for, LLVM's passes, the object file. */
#include "codegen/llvm/llvm.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include <string.h>

/* The bitcode, made by `make llvm` and put into the plug-in as it is. */
__asm__(".section .rodata\n"
        ".balign 16\n"
        "ll_bitcode_begin:\n"
        ".incbin \"" PYAOT_BITCODE "\"\n"
        "ll_bitcode_end:\n"
        ".byte 0\n"
        ".previous\n");
extern const char ll_bitcode_begin[], ll_bitcode_end[];

static bool failed(DiagList *diags, const char *what, const char *message) {
    diag_add(diags, DIAG_ERROR, D_BACKEND, (Span){0}, "LLVM: %s: %s", what, message ? message : "no reason was given");
    return false;
}

bool ll_machine(LlMachine *machine, Arena *arena, const char *cpu, DiagList *diags) {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeX86AsmParser(); /* the run time has an inline assembly statement */
    bool native = !cpu || strcmp(cpu, "native") == 0;
    char *name = native ? LLVMGetHostCPUName() : NULL, *features = native ? LLVMGetHostCPUFeatures() : NULL;
    machine->cpu = arena_printf(arena, "%s", native ? name : cpu);
    machine->features = arena_printf(arena, "%s", native ? features : "");
    machine->wide = native ? strstr(features, "+avx512vl") != NULL : strcmp(cpu, "x86-64-v4") == 0;
    LLVMDisposeMessage(name);
    LLVMDisposeMessage(features);
    char *triple = LLVMGetDefaultTargetTriple(), *message = NULL;
    LLVMTargetRef target = NULL;
    bool ok = !LLVMGetTargetFromTriple(triple, &target, &message);
    if (ok)
        machine->target = LLVMCreateTargetMachine(target, triple, machine->cpu, machine->features,
                                                  LLVMCodeGenLevelAggressive, LLVMRelocPIC, LLVMCodeModelDefault);
    else
        failed(diags, triple, message);
    LLVMDisposeMessage(message);
    LLVMDisposeMessage(triple);
    return ok;
}

void ll_machine_close(LlMachine *machine) {
    if (machine->target)
        LLVMDisposeTargetMachine(machine->target);
    machine->target = NULL;
}

LLVMModuleRef ll_runtime(LLVMContextRef context) {
    LLVMMemoryBufferRef memory = LLVMCreateMemoryBufferWithMemoryRange(
        ll_bitcode_begin, (size_t)(ll_bitcode_end - ll_bitcode_begin), "runtime", false);
    LLVMModuleRef module = NULL;
    if (LLVMParseBitcodeInContext2(context, memory, &module))
        ICE("llvm: the bitcode of the run time cannot be read");
    LLVMDisposeMemoryBuffer(memory);
    return module;
}

bool ll_optimise(LlModule *m, DiagList *diags) {
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMPassBuilderOptionsSetLoopVectorization(options, true);
    LLVMPassBuilderOptionsSetSLPVectorization(options, true);
    LLVMPassBuilderOptionsSetLoopInterleaving(options, true);
    LLVMPassBuilderOptionsSetLoopUnrolling(options, true);
    LLVMErrorRef error = LLVMRunPasses(m->module, "globaldce,default<O3>", m->machine.target, options);
    LLVMDisposePassBuilderOptions(options);
    if (!error)
        return true;
    char *message = LLVMGetErrorMessage(error);
    failed(diags, "a pass failed", message);
    LLVMDisposeErrorMessage(message);
    return false;
}

bool ll_object(LlModule *m, Buf *out, DiagList *diags) {
    LLVMMemoryBufferRef memory = NULL;
    char *message = NULL;
    if (LLVMTargetMachineEmitToMemoryBuffer(m->machine.target, m->module, LLVMObjectFile, &message, &memory)) {
        failed(diags, "no object file", message);
        LLVMDisposeMessage(message);
        return false;
    }
    buf_put(out, LLVMGetBufferStart(memory), LLVMGetBufferSize(memory));
    LLVMDisposeMemoryBuffer(memory);
    return true;
}
