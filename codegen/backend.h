/* Back ends: what they are given, what they answer, and the registry (see docs/backends.md).
 *
 * A code back end takes the loop IR of a variant (host function and kernels) and makes machine code of it, or source
 * for a compiler. A graph back end takes what graph_split.h makes of a variant's graph: functions of tensors; what is
 * around them is a variant like any other, which a code back end makes. Those that are named after each other in
 * --backend form a list: each variant goes to the first one that accepts it; what none accepts stays Python. */
#ifndef PYAOT_BACKEND_H
#define PYAOT_BACKEND_H
#include "analysis/analysis.h"
#include "codegen/codegen.h"
#include "codegen/graph_split.h"
#include "codegen/loop.h"

typedef struct Backend Backend;
typedef struct LowerModule LowerModule;
typedef struct CgTables CgTables;

/* A back end's answer to a variant that it does not take. */
typedef struct Decline {
    const Backend *backend;
    const char *reason;
} Decline;

/* A variant as loop IR: its functions, the host function last. */
typedef struct Lowered Lowered;
struct Lowered {
    const Variant *variant;
    const Entry *entry; /* set when the module is emitted */
    uint32_t file;      /* the number of the C file it is in, see cg_file_name(); set then, too */
    LpModule loops;
    LpFunction *host;
    VEC(const LpFunction *) kernels; /* those that compute something */
    CgOperators operators;           /* before lowering added some of its own */
    const Backend *backend;          /* that took the variant */
    const Backend *code;             /* that makes its functions */
    Lowered *next;                   /* another choice for the calls that this one leaves; NULL: none */
    const GraphSplit *split;         /* of a graph back end: the functions that are its part */
    Str code_text;                   /* C of a third party's back end, which goes before the functions; NULL: none */
    Str flags;                       /* and the words that the compiler is to be given for it; NULL: none */
    const char *problem;             /* why it cannot be lowered: the host function misses always */
    VEC(Decline) declines;           /* of back ends before it in the list */
    const char *graph;               /* the variant's graph as text for the reports; NULL: not printed yet */
};

typedef VEC(Lowered *) LoweredList;

/* What a code back end makes: files of the build folder. Names are of the folder; contents are owned by the list. */
typedef enum {
    FILE_TEXT,  /* stays in the folder: a header, a listing */
    FILE_C,     /* is compiled with the run time's sources; stays */
    FILE_OBJECT /* is linked into the extension; removed after that */
} BackendFileKind;
typedef struct BackendFile {
    Str name;
    BackendFileKind kind;
    Buf contents;
} BackendFile;
typedef struct BackendFiles {
    Arena *arena;
    VEC(BackendFile) items;
    VEC(Str) flags; /* words for the C compiler of these files, and for linking */
} BackendFiles;
/* A new file, to be filled. The pointer is good until the next one is added. */
Buf *backend_file(BackendFiles *files, BackendFileKind kind, const char *name);

/* All that one code back end makes of a module. */
typedef struct BackendUnit {
    const ModuleResult *result;
    LowerModule *module;    /* names and pinned objects: index constants of the loop IR are in name_ids, pinned_ids */
    LoweredList own;        /* whose functions it defines, in the order of the program */
    uint32_t file_count;    /* the C files that they are spread over */
    LoweredList others;     /* whose host functions other back ends define: extern, hidden */
    const CgTables *tables; /* to be defined in this unit; NULL: in another one, which needs the own host functions */
    const char *cpu;        /* as in BackendList */
    const char *debug;      /* as in BackendList */
    bool listing;
} BackendUnit;

typedef struct CodeBackend {
    size_t size; /* of this struct, as the back end was compiled with it */
    /* NULL: all these functions can be made; else why not (text that lives as long as the process). May be NULL. */
    const char *(*accept)(void *state, const Lowered *lowered);
    /* Called once a function is lowered, beside the evaluation of the next ones: what is made of its body here, emit()
     * need not make. May be NULL. */
    void (*prepare)(Arena *arena, LpFunction *function);
    /* Adds files. False after an error was added to diags. */
    bool (*emit)(void *state, const BackendUnit *unit, BackendFiles *files, DiagList *diags);
    bool needs_compiler; /* its files are C; else they are objects, and the run time need not be compiled for them */
} CodeBackend;

struct Backend {
    Str name;
    bool is_python; /* its functions are Python objects: NAME_graphs.py, runtime/pyaot_graphs.py */
    bool may_fail;  /* only when a graph is run does it turn out whether it can: the next of the list is asked too */
    bool needs_argument;
    const char *doc;
    const char *from;     /* "built in", or the file that it was loaded from */
    const char *argument; /* what the user wrote behind a colon; NULL: nothing */
    void *state;
    const CodeBackend *code;           /* NULL: a graph back end */
    const struct PyaotBackend *plugin; /* a third party's, which takes graphs */
};

typedef struct BackendList {
    VEC(const Backend *) items; /* in the user's order */
    const char *cpu;            /* "native" or a level as gcc and LLVM name it ("x86-64-v3"); NULL: native */
    bool listing;               /* not objects, but what they would be made of, for people to read */
    const Backend *carrier;     /* the code back end that makes what is around the functions of graph back ends */
    const char *debug; /* debug information names the program's lines, whatever that costs readers, and its files
                          relative to this folder; NULL: only where readers do not notice, and no folder */
} BackendList;
/* Reads "NAME[:ARGUMENT],..."; NULL means "c". False after an error with code D_BACKEND was added. */
bool backend_list_parse(BackendList *list, Arena *arena, const char *text, DiagList *diags);
/* The folder of plug-ins that holds this file, which their objects are linked with; NULL: there is none. */
const char *backend_folder(Arena *arena, const char *file);
Str backend_title(const Backend *backend); /* as the user named it: "torch_fx:inductor" */
bool backend_is_built_in(const char *name);
/* One line for each back end that can be named, and for each shared object that cannot be used, with the reason. */
void backend_list_print(Buf *out, Arena *arena);

/* ---- backend_load.c: shared objects ------------------------------------------------------------------------------ */
/* A path, or the NAME of a libpyaot_NAME.so. NULL with *problem NULL: there is no such file; else why it cannot be
 * used. */
Backend *backend_load(Arena *arena, const char *name, const char **problem);
/* All files that lie where names are looked for. */
void backend_visit_files(Arena *arena, void (*visit)(void *env, const char *path), void *env);

/* Which back end's own code is at work and for what, as text; "" while none is. The driver puts it where it can be read
 * after this process is gone. */
enum { BACKEND_AT_WORK_SIZE = 512 };
extern char *backend_at_work;
void backend_begin(const char *fmt, ...) PRINTF_LIKE(1, 2);
void backend_end(void);

/* ---- plugin.c: back ends of third parties ------------------------------------------------------------------------ */
/* Which operations it leaves to the code back end. */
GraphFilter plugin_filter(const Backend *backend, Arena *arena);
/* NULL, and C for all calls of the graph with the compiler's flags for it (or NULL), or why it declines. */
const char *plugin_compile(const Backend *backend, Arena *arena, const GraphSplit *split, Str *code, Str *flags);

extern const CodeBackend c_backend; /* codegen/c/module.c */
#endif
