/* Names of packages that import their parts late: see ev_lazy.c. */
#ifndef PYAOT_EV_LAZY_H
#define PYAOT_EV_LAZY_H
#include "analysis/ev_internal.h"
#include "parser/module_index.h"

/* The import statement that such a module shows to type checkers for the name; NULL: it has none, or is no such module.
 */
const AstNode *ev_lazy_import(Ev *ev, Module *module, Str name);
bool ev_is_lazy(Module *module);
/* Is it `if TYPE_CHECKING:`, which does not run? */
bool ev_is_type_checking(const AstNode *node);
/* The dotted names that an import statement may have for modules: `from a import b` has a and a.b. */
void ev_each_imported(const Module *importer, const AstNode *node, void (*visit)(void *env, Str dotted), void *env);
/* Evaluates a definition, if it was not. */
void ev_define(Ev *ev, Module *module, IndexEntry *entry);
/* A dict of driver code lacks the key: evaluates the decorated definitions in the package of the code that runs which
 * it may be the name of in a registry, once for each key. True: there was one. */
bool ev_register(Ev *ev, Str key);
/* Of `from m import a, b, c` the part that binds the name. */
const AstNode *ev_single_import(Ev *ev, const AstNode *node, Str name);

#endif
