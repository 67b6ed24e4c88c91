/* Finds the source file of a Python module without running Python: the search path of the target interpreter is worked
 * out from files (pyvenv.cfg, lib/pythonX.Y, site-packages, .pth files with plain paths) and PYTHONPATH. */
#ifndef PYAOT_MODULES_H
#define PYAOT_MODULES_H

#include "support/support.h"

typedef struct ModulePath {
    VEC(Str) dirs;                /* in sys.path's order */
    Str package;                  /* dotted: that the script's folder is; NULL: it is none */
    Str script_folder;            /* in full; NULL: there is none */
    bool has_interpreter;         /* one was found */
    Str version;                  /* its, as "3.11"; NULL: not known */
    const struct TreeFile *trees; /* of installed files, where the build has left them; or NULL */
    Arena *arena;
    Map found;   /* dotted name → ModuleFile* */
    Map folders; /* of those that modules were looked for in: what they hold */
} ModulePath;

typedef enum ModuleKind {
    MODULE_SOURCE,    /* name.py */
    MODULE_PACKAGE,   /* name/__init__.py */
    MODULE_NAMESPACE, /* a folder without __init__.py */
    MODULE_EXTENSION, /* a shared object or built-in: no source to read */
    MODULE_MISSING
} ModuleKind;

typedef struct ModuleFile {
    ModuleKind kind;
    Str name; /* dotted */
    Str path; /* of the source or extension; of the folder for a namespace; NULL when missing or built in */
} ModuleFile;

/* `interpreter` is a path or a name on PATH such as "python3"; NULL: $VIRTUAL_ENV's, else python3 on PATH. `script_dir`
 * goes first, as sys.path[0] does; where it is a package (there is an __init__.py), the folder that holds the outermost
 * package goes before it, as the script is imported from there. A package without that file shows by what the script
 * imports: a name that is nowhere else is that of a folder around it. Folders that do not exist are left out. */
ModulePath *module_path_new(Arena *arena, const char *interpreter, const char *script_dir);
ModulePath *module_path_from_dirs(Arena *arena, const Str *dirs, uint32_t count);

/* The package that the script is in, whose relative import climbs `level` folders; NULL: it can be in none. */
Str module_path_package(ModulePath *path, int level);

/* Never NULL; kind MODULE_MISSING when there is none. Results are cached. */
const ModuleFile *module_find(ModulePath *path, Str dotted_name);
/* The version of the distribution in the name of its folder of metadata; NULL: it is not installed. */
Str module_version(ModulePath *path, Str distribution);
/* The absolute name of `from <level dots><name> import ...` inside module `importer`, or NULL if it climbs out of the
 * package. `name` may be NULL (from . import x). */
Str module_absolute_name(Str importer, bool importer_is_package, int level, Str name);

#endif
