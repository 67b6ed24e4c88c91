/* Which local variables statements use and define: what a segment takes and gives. Works on the AST, before evaluation. */
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

typedef struct Liveness {
    NameSet exposed;  /* read (or deleted) where the statements before may not have assigned them */
    NameSet stored;   /* assigned somewhere */
    NameSet definite; /* assigned on every path that falls through */
    bool opaque;      /* nested functions, lambdas, generators, global, nonlocal, del, star imports, locals()...: no claim is made */
} Liveness;

/* Runs over consecutive statements. Names count whether or not they are local: the caller knows the locals. */
void liveness_of(Liveness *out, Arena *arena, AstNode *const *statements, uint32_t count);
#endif
