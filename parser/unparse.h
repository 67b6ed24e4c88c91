/* Inside of the AST printer: what its files share. */
#ifndef PYAOT_UNPARSE_H
#define PYAOT_UNPARSE_H

#include "parser/ast.h"

/* How tightly an expression binds, loosest first; an operand that binds looser than its place allows gets parentheses.
 */
typedef enum Tightness {
    TIGHT_NAMED,
    TIGHT_YIELD,
    TIGHT_TUPLE,
    TIGHT_TEST,
    TIGHT_OR,
    TIGHT_AND,
    TIGHT_NOT,
    TIGHT_COMPARE,
    TIGHT_BIT_OR,
    TIGHT_BIT_XOR,
    TIGHT_BIT_AND,
    TIGHT_SHIFT,
    TIGHT_SUM,
    TIGHT_TERM,
    TIGHT_FACTOR,
    TIGHT_POWER,
    TIGHT_AWAIT,
    TIGHT_ATOM
} Tightness;

typedef enum Quote { QUOTE_SINGLE, QUOTE_DOUBLE, QUOTE_TRIPLE_SINGLE, QUOTE_TRIPLE_DOUBLE, QUOTE_COUNT } Quote;

typedef struct Unparser {
    Buf *out;
    int level;             /* of indentation */
    uint32_t outer_quotes; /* bits of the Quotes of the f-strings around this expression */
    bool any_quotes;       /* give up on Python 3.11: nested quotes and backslashes as of Python 3.12 */
    bool failed;           /* the expression cannot be written with these quotes around it */
} Unparser;

void unparse_expr(Unparser *unparser, const AstNode *node, Tightness place);
void unparse_arguments(Unparser *unparser, const AstNode *arguments);
void unparse_constant(Unparser *unparser, const AstConstant *value);
void unparse_joined(Unparser *unparser, const AstNode *joined);
void unparse_docstring(Unparser *unparser, const AstConstant *value);
void unparse_pattern(Unparser *unparser, const AstNode *pattern, Tightness place);
void unparse_separated(Unparser *unparser, const AstList *list, Tightness place);

#endif
