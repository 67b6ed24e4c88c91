/* Names of packages that import their parts late: see ev_lazy.c. */
#ifndef PYAOT_EV_LAZY_H
#define PYAOT_EV_LAZY_H
#include "analysis/ev_internal.h"

/* The import statement that such a module shows to type checkers for the name; NULL: it has none, or is no such module.
 */
const AstNode *ev_lazy_import(Ev *ev, Module *module, Str name);
bool ev_is_lazy(Module *module);
/* Of `from m import a, b, c` the part that binds the name. */
const AstNode *ev_single_import(Ev *ev, const AstNode *node, Str name);

#endif
