/* The LLVM back end, a plug-in that is loaded when it is named: loop IR to an object file, with no C compiler.
 *
 * The module that the functions are added to starts as the bitcode of the run time's inline functions
 * (scripts/llvm_view.py), so that both back ends share one definition of the maths; what is not used goes. The same
 * bitcode tells the sizes of the run time's structs, where their fields lie, and the values of its constants.
 *
 * Meaning is what the C back end's text means to a C compiler: operands are promoted and converted as in C, each
 * operation on floats is rounded (the maths alone may fuse), and what `omp simd` allows is said by the marks of LLVM.
 */
#ifndef PYAOT_LLVM_H
#define PYAOT_LLVM_H
#include "codegen/backend.h"
#include "codegen/lower.h"
#include "codegen/tables.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/TargetMachine.h>

typedef struct LlMachine { /* what code is made for */
    LLVMTargetMachineRef target;
    char *cpu, *features;
    bool wide; /* its vectors have 512 bits */
} LlMachine;

typedef struct LlModule {
    Arena *arena;
    const BackendUnit *unit;
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LlMachine machine;
    LLVMMemoryBufferRef object;   /* the result */
    char *problem;                /* LLVM's message, or NULL */
    uint32_t begin, end;          /* the variants of the unit that are made here */
    Map functions;                /* name -> LLVMValueRef of functions of the loop IR */
    Map texts;                    /* string literals */
    LLVMMetadataRef access_group; /* of all memory accesses in loops with a simd mark */
    LLVMMetadataRef likely;       /* branch weights of a guard */
    LLVMDIBuilderRef debug;
    Map debug_files; /* SourceFile -> LLVMMetadataRef */
    LLVMMetadataRef debug_type;
} LlModule;

/* A value as C sees it; of struct types the value is the address. */
typedef struct LlValue {
    LLVMValueRef value;
    LpType type;
} LlValue;

/* A function under construction. */
typedef struct LlFunction {
    LlModule *m;
    const LpFunction *function;
    LLVMValueRef value;
    LLVMBasicBlockRef entry;       /* holds what lies on the stack, and goes on to the body */
    Map vars;                      /* LpVar -> LLVMValueRef: its place on the stack */
    LLVMBasicBlockRef leave;       /* of the innermost loop; NULL: none */
    const LpReduction *reductions; /* of the innermost loop with a simd mark */
    uint32_t reduction_count;
    LLVMMetadataRef scope;        /* for debug locations */
    const SourceFile *scope_file; /* of that scope */
    int share_count;              /* functions made of its parallel loops */
} LlFunction;

/* ---- types.c: types, and what the run time's headers say --------------------------------------------------------- */
LLVMTypeRef ll_type(LlModule *m, LpType type);        /* in registers */
LLVMTypeRef ll_memory_type(LlModule *m, LpType type); /* in memory: bools are bytes, structs arrays of bytes */
bool ll_is_struct(LpType type);
int64_t ll_constant(LlModule *m, const char *prefix, const char *name); /* of the run time; ICE where there is none */
LLVMValueRef ll_int(LlModule *m, LpBase base, int64_t value);
LLVMValueRef ll_text(LlModule *m, Str text);
/* The place on the stack of `count` values of this type. */
LLVMValueRef ll_alloca(LlFunction *f, LpType type, uint64_t count, const char *name);
/* A function of this module or of the run time; ICE where there is none. */
LLVMValueRef ll_function(LlModule *m, const char *name);

/* ---- expr.c ------------------------------------------------------------------------------------------------------ */
LlValue ll_expr(LlFunction *f, const LpExpr *e);
LLVMValueRef ll_place(LlFunction *f, const LpExpr *e);            /* the address of what e names */
LLVMValueRef ll_convert(LlFunction *f, LlValue value, LpType to); /* as C does in an assignment */
LLVMValueRef ll_condition(LlFunction *f, const LpExpr *e);        /* i1 */
LlValue ll_load(LlFunction *f, LLVMValueRef place, LpType type);
void ll_store(LlFunction *f, LlValue value, LLVMValueRef place, LpType type);
LLVMValueRef ll_call(LlFunction *f, const char *name, uint32_t count, LlValue *args);
LLVMBasicBlockRef ll_block(LlFunction *f, const char *name);
void ll_go(LlFunction *f, LLVMBasicBlockRef block); /* a jump there, and going on there */

/* ---- stmt.c, loop.c, split.c ------------------------------------------------------------------------------------- */
void ll_statements(LlFunction *f, const LpBlock *block);
void ll_for(LlFunction *f, const LpStmt *s);
void ll_split(LlFunction *f, const LpStmt *s);

/* ---- function.c -------------------------------------------------------------------------------------------------- */
LLVMValueRef ll_declare(LlModule *m, const LpFunction *function);
void ll_define(LlModule *m, const LpFunction *function);
void ll_flag(LlModule *m, LLVMValueRef function, unsigned at, const char *name); /* an attribute without a value */
void ll_attributes(LlModule *m, LLVMValueRef function); /* those of all functions: the machine, no traps */

/* ---- debug.c: which line of the program code comes from ---------------------------------------------------------- */
void ll_debug_open(LlModule *m);
void ll_debug_function(LlFunction *f, Span span);
void ll_debug_line(LlFunction *f, Span span);
void ll_debug_close(LlModule *m);

/* ---- tables.c ---------------------------------------------------------------------------------------------------- */
void ll_tables(LlModule *m, const CgTables *tables);

/* ---- object.c: from a module to machine code --------------------------------------------------------------------- */
bool ll_machine(LlMachine *machine, Arena *arena, const char *cpu, DiagList *diags);
void ll_machine_close(LlMachine *machine);
LLVMModuleRef ll_runtime(LLVMContextRef context); /* the bitcode of the run time's inline functions */
/* The next two use no service of the compiler, so that each module has a thread of its own. They give NULL, or LLVM's
 * message. */
char *ll_optimise(LlModule *m);
char *ll_object(LlModule *m); /* in m->object */
#endif
