/* What the files of the guard prologue share. Included by guards*.c only. */
#ifndef PYAOT_GUARDS_H
#define PYAOT_GUARDS_H
#include "codegen/lower.h"

HostSource *guards_source(Lower *l, const Source *source); /* whether it has been loaded or not */
void guards_note_there(Lower *l, const Source *source);    /* a guard has found an object at it */
LpExpr *guards_name(Lower *l, Str name);                   /* the index of a name among the module's */
/* A short name for what lies at a source: "weight" for self.linear.weight, "ys_0" for ys[0]. */
Str guards_source_name(const Source *source);
#endif
