/* Loop IR: what every back end prints. Kernels and host functions alike are typed statements and expressions in the
 * style of C: loops with bounds, typed loads and stores through pointers, scalar arithmetic, calls of the run time.
 * Lowering decides everything (order, memory, types, what runs in parallel); a back end decides only how to spell it.
 *
 * Expressions are immutable and may be shared. Statements belong to one block. Everything lives in an arena. */
#ifndef PYAOT_LOOP_H
#define PYAOT_LOOP_H
#include "analysis/dtype.h"
#include "support/support.h"

/* LP_TYPE(id, C spelling, suffix of the run time's functions, class): class B bool, I integer, F float, M memory only,
 * O opaque */
#define LP_TYPES(X)                                                                                                    \
    X(LPT_VOID, "void", "", 'O')                                                                                       \
    X(LPT_BOOL, "bool", "bool", 'B')                                                                                   \
    X(LPT_B8, "uint8_t", "b8", 'M')                                                                                    \
    X(LPT_U8, "uint8_t", "u8", 'I')                                                                                    \
    X(LPT_I8, "int8_t", "i8", 'I')                                                                                     \
    X(LPT_I16, "int16_t", "i16", 'I')                                                                                  \
    X(LPT_I32, "int32_t", "i32", 'I')                                                                                  \
    X(LPT_I64, "int64_t", "i64", 'I')                                                                                  \
    X(LPT_U64, "uint64_t", "u64", 'I')                                                                                 \
    X(LPT_F16, "uint16_t", "f16", 'M')                                                                                 \
    X(LPT_BF16, "uint16_t", "bf16", 'M')                                                                               \
    X(LPT_F32, "float", "f32", 'F')                                                                                    \
    X(LPT_F64, "double", "f64", 'F')                                                                                   \
    X(LPT_STATUS, "RtStatus", "", 'O')                                                                                 \
    X(LPT_CALL, "RtCall", "", 'O')                                                                                     \
    X(LPT_OBJECT, "PyObject", "", 'O')                                                                                 \
    X(LPT_TENSOR, "RtTensor", "", 'O')                                                                                 \
    X(LPT_ATEN, "RtAten", "", 'O')                                                                                     \
    X(LPT_CHAR, "char", "", 'O')
typedef enum {
#define LP_TYPE_ID(id, spelling, suffix, cls) id,
    LP_TYPES(LP_TYPE_ID)
#undef LP_TYPE_ID
        LPT_COUNT
} LpBase;
typedef struct LpBaseInfo {
    const char *spelling, *suffix;
    char cls;
} LpBaseInfo;
extern const LpBaseInfo lp_base_info[LPT_COUNT];

typedef struct LpType {
    LpBase base : 8;
    int pointer : 8;  /* levels of indirection */
    bool is_const;    /* of a pointer: what it points to is not written through it */
    bool is_restrict; /* of a pointer parameter: nothing else reaches what is written through it */
} LpType;
static inline LpType lp_type(LpBase base) { return (LpType){.base = base}; }
static inline LpType lp_pointer(LpBase base, bool is_const) {
    return (LpType){.base = base, .pointer = 1, .is_const = is_const};
}
LpBase lp_memory_type(DType dtype);  /* how an element lies in memory; of a complex number, each of its two parts */
LpBase lp_compute_type(DType dtype); /* in what it is computed: bf16 and f16 in f32, bool in bool */

/* Binary and unary operators: X(id, C spelling, precedence). */
#define LP_OPERATORS(X)                                                                                                \
    X(LPO_MUL, "*", 10)                                                                                                \
    X(LPO_DIV, "/", 10)                                                                                                \
    X(LPO_MOD, "%", 10)                                                                                                \
    X(LPO_ADD, "+", 9)                                                                                                 \
    X(LPO_SUB, "-", 9)                                                                                                 \
    X(LPO_LT, "<", 7)                                                                                                  \
    X(LPO_LE, "<=", 7)                                                                                                 \
    X(LPO_GT, ">", 7)                                                                                                  \
    X(LPO_GE, ">=", 7)                                                                                                 \
    X(LPO_EQ, "==", 6)                                                                                                 \
    X(LPO_NE, "!=", 6)                                                                                                 \
    X(LPO_BITAND, "&", 5)                                                                                              \
    X(LPO_BITXOR, "^", 4)                                                                                              \
    X(LPO_BITOR, "|", 3)                                                                                               \
    X(LPO_AND, "&&", 2)                                                                                                \
    X(LPO_OR, "||", 1)                                                                                                 \
    X(LPO_NEG, "-", 11)                                                                                                \
    X(LPO_NOT, "!", 11)                                                                                                \
    X(LPO_BITNOT, "~", 11)
typedef enum {
#define LP_OPERATOR_ID(id, spelling, precedence) id,
    LP_OPERATORS(LP_OPERATOR_ID)
#undef LP_OPERATOR_ID
        LPO_COUNT
} LpOperator;
typedef struct LpOperatorInfo {
    const char *spelling;
    int precedence;
} LpOperatorInfo;
extern const LpOperatorInfo lp_operator_info[LPO_COUNT];

typedef struct LpVar {
    Str name; /* unique in its function */
    LpType type;
    bool is_array;
    bool is_mutable;
    int reads, writes; /* in the function that lp_prune was last called for, if that declares it */
    uint32_t place;    /* of lp_verify alone: among the variables in scope */
    uint32_t number;   /* of lp_share alone */
} LpVar;

typedef enum {
    LPE_INT,     /* number */
    LPE_FLOAT,   /* real, of type F32 or F64; infinities and NaN too */
    LPE_BOOL,    /* number */
    LPE_VAR,     /* var */
    LPE_NAME,    /* a constant of the run time: text ("RT_F32", "NULL") */
    LPE_TEXT,    /* a string literal: text */
    LPE_UNARY,   /* op, args[0] */
    LPE_BINARY,  /* op, args[0], args[1] */
    LPE_SELECT,  /* args[0] ? args[1] : args[2]; no side effects, both may be evaluated */
    LPE_CAST,    /* args[0] to type */
    LPE_CALL,    /* function `text` of the run time or of this module */
    LPE_LOAD,    /* args[0][args[1]]: also the target of an assignment */
    LPE_FIELD,   /* field `text` of args[0], a struct or a pointer to one */
    LPE_ADDRESS, /* &args[0] */
    LPE_ARRAY,   /* an unnamed array of args, of element type `type` */
} LpExprKind;

typedef struct LpExpr LpExpr;
struct LpExpr { /* there are very many of them */
    LpExprKind kind : 8;
    LpOperator op : 8;
    LpType type;
    uint32_t arg_count;
    union { /* by kind */
        int64_t number;
        double real;
        Str text;
        LpVar *var;
    };
    LpExpr **args;
};

typedef struct LpStmt LpStmt;
typedef struct LpBlock {
    VEC(LpStmt *) items;
} LpBlock;

typedef enum { LPR_SUM, LPR_PROD, LPR_MAX, LPR_MIN, LPR_ANY, LPR_ALL } LpReductionKind;
typedef struct LpReduction {
    LpReductionKind kind;
    LpVar *var;
} LpReduction;

typedef enum {
    LPS_DECL,   /* var, with args[0] as its first value when there is one; an array: args[0] is its length */
    LPS_ASSIGN, /* args[0] = args[1] */
    LPS_EXPR,   /* args[0], for its effect */
    LPS_FOR,    /* var from args[0] up to below args[1] by args[2] */
    LPS_WHILE,  /* while args[0] (NULL: for ever) */
    LPS_IF,     /* if args[0] body else other */
    LPS_BREAK,
    LPS_RETURN, /* args[0] or nothing */
    LPS_GUARD,  /* leaves the variant (guard `number` missed) unless args[0] */
    LPS_TRY,    /* leaves the variant (an exception is set) unless args[0] */
    LPS_MISS,   /* leaves the variant; text says why */
    LPS_SPLIT,  /* declares `parts` = rt_parts(args[0], args[2]), then runs the call args[1] for each `part` below it,
                   where `var`   and `last` are the bounds of that share of 0 .. args[0]; shares may run at the same time
                 */
} LpStmtKind;

struct LpStmt {
    LpStmtKind kind : 8;
    bool simd;
    uint32_t reduction_count : 16;
    int32_t number;
    LpVar *var, *last, *part, *parts;
    LpExpr *args[3];
    LpBlock body, other;
    const LpReduction *reductions;
    Str text;
    Span span; /* the place in the program it comes from */
};

/* What a kernel computes, for the reports. */
typedef struct LpWork {
    uint64_t operators[4]; /* bits by IrOp */
    VEC(Span) places;      /* in the program, each once */
} LpWork;

typedef struct LpFunction LpFunction;
struct LpFunction {
    Str name;
    Str doc; /* what it does, one line; NULL none */
    LpType result;
    VEC(LpVar *) params;
    LpBlock body;
    bool is_kernel;
    bool is_shared;      /* called from other files of the extension */
    bool is_common;      /* a kernel that several variants call, see lp_share */
    LpWork *work;        /* NULL: nothing of its own, it shares out what another one computes */
    LpFunction *same_as; /* an equal kernel, which is called in its place; see lp_share */
    bool is_placed;      /* that kernel, or one that is equal, is among those that are emitted */
    const char *code;    /* the body as text of the back end that makes it, not terminated; NULL: not made yet */
    size_t code_len;
};

typedef struct LpModule {
    Arena *arena;
    VEC(LpFunction *) functions;
} LpModule;

/* ---- building: expressions fold what is constant -------------------------------------------------------------------
 */
LpExpr *lp_int(Arena *arena, int64_t value);
LpExpr *lp_bool(Arena *arena, bool value);
LpExpr *lp_float(Arena *arena, double value, LpBase base);
LpExpr *lp_var(Arena *arena, LpVar *var);
LpExpr *lp_name(Arena *arena, const char *name, LpType type);
LpExpr *lp_text(Arena *arena, Str text);
LpExpr *lp_unary(Arena *arena, LpOperator op, LpExpr *a);
LpExpr *lp_binary(Arena *arena, LpOperator op, LpExpr *a, LpExpr *b);
LpExpr *lp_select(Arena *arena, LpExpr *condition, LpExpr *a, LpExpr *b);
LpExpr *lp_cast(Arena *arena, LpType type, LpExpr *a);
LpExpr *lp_call(Arena *arena, LpType type, const char *name, uint32_t count, LpExpr *const *args);
LpExpr *lp_load(Arena *arena, LpExpr *pointer, LpExpr *index);
LpExpr *lp_field(Arena *arena, LpExpr *a, const char *field, LpType type);
LpExpr *lp_address(Arena *arena, LpExpr *a);
LpExpr *lp_array(Arena *arena, LpBase base, uint32_t count, LpExpr *const *items);
bool lp_is_int(const LpExpr *e, int64_t value);
int lp_weight(const LpExpr *e); /* number of operations in e */
bool lp_loads(const LpExpr *e); /* from memory */
#define LP_ARGS(...)                                                                                                   \
    (uint32_t)(sizeof((LpExpr *[]){__VA_ARGS__}) / sizeof(LpExpr *)), (LpExpr *[]) { __VA_ARGS__ }

LpStmt *lp_stmt(Arena *arena, LpBlock *block, LpStmtKind kind, Span span);
void lp_decl(Arena *arena, LpBlock *block, LpVar *var, LpExpr *value, Span span);
void lp_assign(Arena *arena, LpBlock *block, LpExpr *target, LpExpr *value, Span span);
void lp_eval(Arena *arena, LpBlock *block, LpExpr *e, Span span);
void lp_guard(Arena *arena, LpBlock *block, int64_t index, LpExpr *condition, Span span);
void lp_try(Arena *arena, LpBlock *block, LpExpr *condition);

/* Removes variables that nothing reads. */
void lp_prune(LpFunction *function);
bool lp_reads(const LpFunction *function, const LpVar *var);

/* Kernels of the modules that it was shown. */
typedef struct LpShare {
    Map alone;         /* the outline of a kernel -> LpFunction, the only one so far; NULL: there were more */
    Map known;         /* a kernel written as text, where its outline was met again -> LpFunction */
    Map replaced;      /* name of a kernel that an equal one stands for -> that LpFunction */
    Map renamed;       /* likewise, as they are emitted: of one that was called -> the one that comes first */
    uint32_t numbered; /* variables so far */
    Buf text;          /* that is being written */
} LpShare;
void lp_share_init(LpShare *share, Arena *arena);
/* Kernels that are equal to one that was met before get that as same_as, and their callers call it. */
void lp_share(LpShare *share, LpModule *module);
/* Which functions of the module are emitted, once it is known which modules are, and in which order: of equal kernels
 * the one that comes first. */
void lp_share_place(LpShare *share, LpModule *module);
void lp_share_end(LpShare *share);

void lp_print(Buf *out, const LpModule *module);             /* for people and tests; one statement a line */
const char *lp_verify(Arena *arena, const LpModule *module); /* NULL, or what is wrong */
#endif
