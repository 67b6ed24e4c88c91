/* Which local variables statements use and define: what a segment takes and gives. Works on the AST, before evaluation.
 */
#ifndef PYAOT_LIVENESS_H
#define PYAOT_LIVENESS_H
#include "parser/ast.h"

/* A set of names, in order of first insertion. */
typedef struct NameSet {
    Arena *arena;
    Map names;
} NameSet;
void name_set_init(NameSet *set, Arena *arena);
bool name_set_has(const NameSet *set, Str name);
void name_set_add(NameSet *set, Str name);

/* A lambda, generator expression or nested function: it shares variables with the function around it. */
typedef struct Closure {
    const AstNode *node;
    NameSet names; /* every name in it: no variable that it shares is missing */
    bool rebinds;  /* it has a `nonlocal` statement: it may assign what it shares */
} Closure;

typedef struct Liveness {
    NameSet exposed;  /* read (or deleted) where the statements before may not have assigned them */
    NameSet stored;   /* assigned somewhere, or made local by `x: int` */
    NameSet definite; /* assigned on every path that falls through */
    NameSet unbound;  /* `del` or the end of an `except ... as` may leave them without a value */
    NameSet globals;  /* declared by `global` statements */
    VEC(Closure) closures;
    bool opaque;   /* closures, global, nonlocal, del, star imports, locals()...: no claim about who else uses the
                      variables */
    bool of_class; /* super(), private names: they stay in a function of their class */
    bool fixed;    /* what cannot be moved into a function of its own: as opaque, without closures, unbound names and
                      `global` */
} Liveness;

/* Runs over consecutive statements. Names count whether or not they are local: the caller knows the locals. */
void liveness_of(Liveness *out, Arena *arena, AstNode *const *statements, uint32_t count);
/* The same where any statement may raise: a `with` whose node is not in `quiet` may swallow the exception. */
void liveness_of_raising(Liveness *out, Arena *arena, AstNode *const *statements, uint32_t count, const Map *quiet);
#endif
