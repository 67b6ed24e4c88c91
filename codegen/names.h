/* Names of variables in generated functions: unique in a function, and never a word of C or of the run time. */
#ifndef PYAOT_NAMES_H
#define PYAOT_NAMES_H
#include "support/support.h"

typedef struct Names {
    Arena *arena;
    bool is_c; /* words of C are taken */
    Map used;  /* name -> the number that the next one like it gets */
} Names;
void names_init(Names *names, Arena *arena);
void names_take(Names *names, Str name); /* no variable gets it */
Str names_unique(Names *names, const char *wanted);
/* The variable that the statement at span assigns to when the span is its whole right-hand side; NULL otherwise. */
Str names_assigned(Span span);
/* A C identifier made of text: other characters become '_'. */
Str names_identifier(const char *text);
#endif
