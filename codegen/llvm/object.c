/* From a module to machine code: the machine that it is for, LLVM's passes, the object file. */
#include "codegen/llvm/llvm.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/Support.h>
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

/* Options that the API has no call for: what a vector loop leaves over is done in shorter vectors; no search for better
 * induction variables, which takes a tenth of the time to build and made no loop of `make bench` faster on the whole.
 */
static void set_options(void) {
    static const char *const options[] = {"pyaot", "-epilogue-vectorization-minimum-VF=8", "-disable-lsr"};
    static bool done = false;
    if (!done)
        LLVMParseCommandLineOptions(COUNT_OF(options), options, "");
    done = true;
}

bool ll_machine(LlMachine *machine, Arena *arena, const char *cpu, DiagList *diags) {
    set_options();
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
                                                  LLVMCodeGenLevelDefault, LLVMRelocPIC, LLVMCodeModelDefault);
    else
        diag_add(diags, DIAG_ERROR, D_BACKEND, (Span){0}, "LLVM: %s", message);
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

static char *text_of(LLVMErrorRef error) {
    char *message = LLVMGetErrorMessage(error), *copy = LLVMCreateMessage(message);
    LLVMDisposeErrorMessage(message);
    return copy;
}

char *ll_optimise(LlModule *m) {
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMPassBuilderOptionsSetLoopVectorization(options, true);
    LLVMPassBuilderOptionsSetSLPVectorization(options, true);
    LLVMPassBuilderOptionsSetLoopInterleaving(options, true);
    LLVMPassBuilderOptionsSetLoopUnrolling(options, true);
    LLVMErrorRef error = LLVMRunPasses(m->module, "globaldce,default<O2>", m->machine.target, options);
    LLVMDisposePassBuilderOptions(options);
    return error ? text_of(error) : NULL;
}

char *ll_object(LlModule *m) {
    char *message = NULL;
    if (!LLVMTargetMachineEmitToMemoryBuffer(m->machine.target, m->module, LLVMObjectFile, &message, &m->object))
        return NULL;
    return message ? message : LLVMCreateMessage("no object file");
}
