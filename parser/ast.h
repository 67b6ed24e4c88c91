/* The typed AST of Python 3.8 to 3.13. Kinds, fields and their meaning are those of CPython's Python.asdl; the list is
 * in parser/ast.def: node->u.BinOp.left, node->u.FunctionDef.args->u.arguments.defaults, ...
 *
 * Every node has a byte span in its source file, by CPython's rules (parentheses around an expression do not belong to
 * it, those of a tuple display and of a generator expression do), with one difference: the span of a decorated
 * definition begins at the `@` of its first decorator, and `def_span` begins at `async`, `def` or `class`. The first
 * statement of a body is on a line of its own, or, as in `if x: a; b`, on the header's line: compare span_line().
 *
 * Nodes live in the arena that was handed to the parser, and refer to the SourceFile, which must live as long. */
#ifndef PYAOT_AST_H
#define PYAOT_AST_H

#include "support/support.h"

typedef struct AstNode AstNode;

typedef struct AstList {
    AstNode **items;
    uint32_t len;
} AstList;

/* The statements of a function. In the prelude, and in the classes of installed files, they are made when someone asks
 * for them: most methods of most classes are never looked into. */
typedef struct AstDeferred AstDeferred;
struct AstDeferred {
    AstList (*make)(const AstDeferred *deferred);
};
typedef struct AstBody {
    AstList made;
    const AstDeferred *deferred; /* NULL: they are made */
} AstBody;

typedef struct AstNames {
    Str *items;
    uint32_t len;
} AstNames;

typedef enum AstKind {
#define AST(kind, fields) AST_##kind,
#define AST0(kind) AST_##kind,
#include "parser/ast.def"
    AST_KIND_COUNT
} AstKind;

typedef enum AstContext { AST_Load, AST_Store, AST_Del } AstContext;
typedef enum AstBoolOp { AST_And, AST_Or } AstBoolOp;
typedef enum AstOperator {
    AST_Add,
    AST_Sub,
    AST_Mult,
    AST_MatMult,
    AST_Div,
    AST_Mod,
    AST_Pow,
    AST_LShift,
    AST_RShift,
    AST_BitOr,
    AST_BitXor,
    AST_BitAnd,
    AST_FloorDiv
} AstOperator;
typedef enum AstUnaryOp { AST_Invert, AST_Not, AST_UAdd, AST_USub } AstUnaryOp;
typedef enum AstCmpOp {
    AST_Eq,
    AST_NotEq,
    AST_Lt,
    AST_LtE,
    AST_Gt,
    AST_GtE,
    AST_Is,
    AST_IsNot,
    AST_In,
    AST_NotIn
} AstCmpOp;

typedef enum AstConstKind {
    AST_CONST_NONE,
    AST_CONST_BOOL,
    AST_CONST_ELLIPSIS,
    AST_CONST_INT,
    AST_CONST_FLOAT,
    AST_CONST_COMPLEX, /* always 0 + imag j in a literal */
    AST_CONST_STR,
    AST_CONST_BYTES
} AstConstKind;

typedef struct AstConstant {
    AstConstKind kind;
    bool boolean;        /* BOOL */
    bool fits_int64;     /* INT: `integer` holds the value */
    bool u_prefix;       /* STR: written u"..." (ASDL: kind="u") */
    bool has_surrogates; /* STR: text holds lone surrogates, encoded as three bytes each (WTF-8) */
    bool opaque;         /* STR: holds \N{...}, whose value is not known: text is the body of a literal */
    int64_t integer;     /* INT, if fits_int64 */
    Str digits;          /* INT, FLOAT, COMPLEX: as written, without underscores; INT keeps its 0x, 0o, 0b */
    double real;         /* FLOAT: the value; COMPLEX: the imaginary part */
    Str text;            /* STR: UTF-8 (see has_surrogates), BYTES: the bytes; str_len() counts, NULs are kept */
} AstConstant;

struct AstNode {
    AstKind kind;
    Span span;
    union {
#define AST(kind, fields)                                                                                              \
    struct {                                                                                                           \
        fields                                                                                                         \
    } kind;
#define NODE(kind, field) AstNode *field;
#define OPT(kind, field) AstNode *field;
#define LIST(kind, field) AstList field;
#define BODY(kind, field) AstBody field;
#define HOLES(kind, field) AstList field;
#define IDENT(kind, field) Str field;
#define NAME(kind, field) Str field;
#define NAMES(kind, field) AstNames field;
#define INT(kind, field) int32_t field;
#define ENUM(kind, type, field) type field;
#define CMPS(kind, field) AstCmpOp *field;
#define CONST(kind, field) AstConstant field;
#define SPAN(kind, field) Span field;
#include "parser/ast.def"
    } u;
};

const char *ast_kind_name(AstKind kind);

/* The fields of a kind, in ASDL's order, for code that treats all kinds alike. */
typedef enum AstFieldType {
    AST_FIELD_NODE,
    AST_FIELD_OPT,
    AST_FIELD_LIST,
    AST_FIELD_BODY,
    AST_FIELD_HOLES,
    AST_FIELD_IDENT,
    AST_FIELD_NAME,
    AST_FIELD_NAMES,
    AST_FIELD_INT,
    AST_FIELD_ENUM,
    AST_FIELD_CMPS,
    AST_FIELD_CONST,
    AST_FIELD_SPAN
} AstFieldType;

typedef struct AstField {
    const char *name;
    AstFieldType type;
    const char *enum_type; /* ENUM: the C type's name */
    size_t offset;         /* in AstNode */
} AstField;
const AstField *ast_fields(AstKind kind, uint32_t *count);

const char *ast_operator_text(AstOperator op); /* "+" */
const char *ast_cmp_text(AstCmpOp op);         /* "not in" */
const char *ast_unary_text(AstUnaryOp op);     /* "-", "not " */

AstNode *ast_new(Arena *arena, AstKind kind, Span span); /* its fields are zero */
AstList ast_list_of(Arena *arena, AstNode *first,
                    AstNode *second); /* of those that are not NULL; not the second alone */

/* The statements of a FunctionDef or AsyncFunctionDef; none where the text of a deferred body is wrong. */
const AstList *ast_body(const AstNode *function);
/* Of a For or While. */
const AstList *ast_loop_body(const AstNode *loop);
const AstList *ast_loop_orelse(const AstNode *loop);
/* Calls `visit` on each child of `node`, in the order of the source fields; NULL children are skipped. */
void ast_each_child(const AstNode *node, void (*visit)(AstNode *child, void *data), void *data);
/* The name that a pattern itself stores what it matches under, as `case [first, *rest] as pair` stores three; NULL:
 * none. */
Str ast_captured_name(const AstNode *node);
/* What a Name is, or the last part of a dotted one; NULL: another expression. */
Str ast_last_name(const AstNode *node);
/* Is it `if __name__ == "__main__":`, before which a module is complete? */
static inline bool ast_is_expression(AstKind kind) { return kind >= AST_BoolOp && kind <= AST_Slice; }
bool ast_is_main_guard(const AstNode *node);

/* Prints Python source that parses to an equal tree (exceptions: tests/parser/exceptions.txt). `node` may be a Module,
 * a statement, an expression, or a part of one. Statements are indented by four spaces a level. */
void ast_unparse(Buf *out, const AstNode *node);
void ast_unparse_indented(Buf *out, const AstNode *node, int level);

/* Prints the tree as ast.dump() does, one line. */
void ast_dump(Buf *out, const AstNode *node);

#endif
