/* Module search: see modules.h. Follows what CPython's site and getpath modules do on POSIX systems, from files alone.
 */
#include "parser/modules.h"

#include <ctype.h>
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- files ---- */

static bool is_file(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

static bool is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool is_link(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
}

static const char *parent_folder(Arena *arena, const char *path) {
    const char *slash = strrchr(path, '/');
    if (!slash)
        return ".";
    return slash == path ? "/" : arena_printf(arena, "%.*s", (int)(slash - path), path);
}

/* The text of a small file, or NULL. */
static char *read_text(Arena *arena, const char *path) {
    enum { LIMIT = 1 << 16 };
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *text = arena_alloc(arena, LIMIT + 1);
    text[fread(text, 1, LIMIT, file)] = '\0';
    fclose(file);
    return text;
}

typedef VEC(const char *) Names;

static Names folder_names(Arena *arena, const char *path) {
    Names names = {0};
    DIR *folder = opendir(path);
    if (!folder)
        return names;
    for (struct dirent *item; (item = readdir(folder));)
        vec_push(arena, &names, arena_printf(arena, "%s", item->d_name));
    closedir(folder);
    if (names.len)
        qsort(names.data, names.len, sizeof(*names.data), text_order);
    return names;
}

/* ---- the interpreter ---- */

typedef struct Interpreter {
    const char *prefix;  /* of the virtual environment, else the same as base */
    const char *base;    /* where the standard library lies: base/lib/pythonX.Y */
    const char *version; /* "3.11" */
    bool virtual, system_site;
} Interpreter;

static bool has_library(Arena *arena, const char *base, const char *version) {
    return is_file(arena_printf(arena, "%s/lib/python%s/os.py", base, version));
}

/* The newest pythonX.Y below base/lib that holds a standard library, or NULL. */
static const char *newest_version(Arena *arena, const char *base) {
    Names names = folder_names(arena, arena_printf(arena, "%s/lib", base));
    int best = -1;
    for (uint32_t i = 0; i < names.len; i++) {
        int minor;
        char rest;
        if (sscanf(names.data[i], "python3.%d%c", &minor, &rest) == 1 && minor > best &&
            has_library(arena, base, names.data[i] + strlen("python")))
            best = minor;
    }
    return best < 0 ? NULL : arena_printf(arena, "3.%d", best);
}

/* The value of `key = value` in pyvenv.cfg, or NULL. */
static const char *setting(Arena *arena, const char *text, const char *key) {
    for (const char *line = text; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        size_t len = strlen(key);
        while (*line == ' ' || *line == '\t')
            line++;
        if (strncasecmp(line, key, len) != 0)
            continue;
        const char *at = line + len;
        while (*at == ' ' || *at == '\t')
            at++;
        if (*at++ != '=')
            continue;
        while (*at == ' ' || *at == '\t')
            at++;
        size_t value_len = strcspn(at, "\r\n");
        while (value_len && isspace((unsigned char)at[value_len - 1]))
            value_len--;
        return arena_printf(arena, "%.*s", (int)value_len, at);
    }
    return NULL;
}

/* "3.11" of "3.11.7" or of the name "python3.11"; NULL if there is no such number. */
static const char *short_version(Arena *arena, const char *text) {
    int minor;
    const char *at = text ? strstr(text, "3.") : NULL;
    return at && sscanf(at, "3.%d", &minor) == 1 ? arena_printf(arena, "3.%d", minor) : NULL;
}

static bool from_environment(Arena *arena, const char *folder, Interpreter *found) {
    const char *text = read_text(arena, arena_printf(arena, "%s/pyvenv.cfg", folder));
    if (!text)
        return false;
    const char *home = setting(arena, text, "home"),
               *system_site = setting(arena, text, "include-system-site-packages");
    const char *version = setting(arena, text, "version");
    if (!home)
        return false;
    found->prefix = folder;
    found->base = parent_folder(arena, home);
    found->version = short_version(arena, version ? version : setting(arena, text, "version_info"));
    if (!found->version || !has_library(arena, found->base, found->version))
        found->version = newest_version(arena, found->base);
    found->virtual = true;
    found->system_site = system_site && strcasecmp(system_site, "true") == 0;
    return found->version != NULL;
}

/* Works out the prefixes from the path of an executable; false if no standard library is near it. */
static bool inspect(Arena *arena, const char *executable, Interpreter *found) {
    const char *folder = parent_folder(arena, executable);
    if (from_environment(arena, parent_folder(arena, folder), found) || from_environment(arena, folder, found))
        return true;
    char real[PATH_MAX];
    if (!realpath(executable, real))
        return false;
    const char *name = strrchr(real, '/') + 1, *named = short_version(arena, name);
    for (const char *base = parent_folder(arena, real); strcmp(base, "/") != 0; base = parent_folder(arena, base)) {
        const char *version = named && has_library(arena, base, named) ? named : newest_version(arena, base);
        if (version) {
            *found = (Interpreter){.prefix = base, .base = base, .version = version};
            return true;
        }
    }
    return false;
}

/* pyenv puts scripts on PATH that pick a version: the one in PYENV_VERSION, a .python-version file, or its own default.
 */
static bool inspect_shim(Arena *arena, const char *shims, const char *name, Interpreter *found) {
    const char *root = parent_folder(arena, shims), *chosen = getenv("PYENV_VERSION");
    char folder[PATH_MAX];
    for (const char *at = getcwd(folder, sizeof(folder)); !chosen && at;
         at = strcmp(at, "/") ? parent_folder(arena, at) : NULL)
        chosen = read_text(arena, arena_printf(arena, "%s/.python-version", at));
    if (!chosen)
        chosen = read_text(arena, arena_printf(arena, "%s/version", root));
    for (const char *at = chosen; at && *at;) {
        size_t len = strcspn(at, ":\r\n \t");
        const char *executable = arena_printf(arena, "%s/versions/%.*s/bin/%s", root, (int)len, at, name);
        if (len && is_file(executable) && inspect(arena, executable, found))
            return true;
        at += len + (at[len] != '\0');
    }
    return false;
}

/* Tries every executable of that name on PATH: the first may be a wrapper script. */
static bool search_path(Arena *arena, const char *name, Interpreter *found) {
    const char *path = getenv("PATH");
    while (path && *path) {
        size_t len = strcspn(path, ":");
        const char *candidate = arena_printf(arena, "%.*s/%s", (int)len, len ? path : ".", name);
        if (access(candidate, X_OK) == 0 && is_file(candidate) &&
            (inspect_shim(arena, parent_folder(arena, candidate), name, found) || inspect(arena, candidate, found)))
            return true;
        path += len + (path[len] == ':');
    }
    return false;
}

static bool find_interpreter(Arena *arena, const char *interpreter, Interpreter *found) {
    const char *environment = getenv("VIRTUAL_ENV");
    if (interpreter && strchr(interpreter, '/'))
        return inspect(arena, interpreter, found);
    if (!interpreter && environment && *environment && from_environment(arena, environment, found))
        return true;
    return search_path(arena, interpreter ? interpreter : "python3", found);
}

/* ---- the search path ---- */

static void add_folder(ModulePath *path, const char *folder) {
    if (!is_folder(folder))
        return;
    Str name = str_of(folder);
    for (uint32_t i = 0; i < path->dirs.len; i++)
        if (path->dirs.data[i] == name)
            return;
    vec_push(path->arena, &path->dirs, name);
}

/* The plain paths in a .pth file; lines that begin with `import` would run code and are left out. */
static void add_pth(ModulePath *path, const char *folder, const char *file) {
    char *text = read_text(path->arena, arena_printf(path->arena, "%s/%s", folder, file));
    for (char *line = text; line && *line;) {
        size_t len = strcspn(line, "\n"), used = len;
        while (used && isspace((unsigned char)line[used - 1]))
            used--;
        bool is_code = strncmp(line, "import ", 7) == 0 || strncmp(line, "import\t", 7) == 0;
        if (used && line[0] != '#' && !is_code)
            add_folder(path, line[0] == '/' ? arena_printf(path->arena, "%.*s", (int)used, line)
                                            : arena_printf(path->arena, "%s/%.*s", folder, (int)used, line));
        line += len + (line[len] == '\n');
    }
}

static void add_site(ModulePath *path, const char *folder) {
    if (!is_folder(folder))
        return;
    add_folder(path, folder);
    Names names = folder_names(path->arena, folder);
    for (uint32_t i = 0; i < names.len; i++) {
        size_t len = strlen(names.data[i]);
        if (len > 4 && strcmp(names.data[i] + len - 4, ".pth") == 0 && names.data[i][0] != '.')
            add_pth(path, folder, names.data[i]);
    }
}

static void add_sites_of(ModulePath *path, const char *prefix, const char *version) {
    Arena *arena = path->arena;
    add_site(path, arena_printf(arena, "%s/lib/python%s/site-packages", prefix, version));
    if (!is_link(arena_printf(arena, "%s/lib64", prefix))) /* in a virtual environment it is lib itself */
        add_site(path, arena_printf(arena, "%s/lib64/python%s/site-packages", prefix, version));
    if (strcmp(prefix, "/usr") == 0) { /* Debian's own places */
        add_site(path, arena_printf(arena, "/usr/local/lib/python%s/dist-packages", version));
        add_site(path, "/usr/lib/python3/dist-packages");
    }
}

static void add_python_path(ModulePath *path) {
    const char *list = getenv("PYTHONPATH");
    while (list && *list) {
        size_t len = strcspn(list, ":");
        if (len)
            add_folder(path, arena_printf(path->arena, "%.*s", (int)len, list));
        list += len + (list[len] == ':');
    }
}

/* The package that the folder is, if it is one, is imported from the folder above the outermost package around it. */
static void add_package(ModulePath *path, const char *folder) {
    char *full = realpath(*folder ? folder : ".", NULL);
    const char *at = full;
    path->script_folder = full ? str_of(full) : NULL;
    while (at && is_file(arena_printf(path->arena, "%s/__init__.py", at))) {
        const char *name = strrchr(at, '/') + 1;
        path->package = path->package ? str_format("%s.%s", name, path->package) : str_of(name);
        at = parent_folder(path->arena, at);
    }
    if (path->package)
        add_folder(path, at);
    free(full);
}

static bool is_identifier(const char *name) {
    return *name && (isalpha((unsigned char)*name) || *name == '_') &&
           name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")] == '\0';
}

/* Takes folders around the script, from its own on, for a package without an __init__.py: as many as `level` says, or
 * up to the one of that name. */
static bool add_namespace(ModulePath *path, int level, const char *name) {
    Str package = NULL;
    for (const char *at = path->script_folder; at; at = parent_folder(path->arena, at)) {
        const char *own = strrchr(at, '/') + 1;
        if (!is_identifier(own))
            return false;
        package = package ? str_format("%s.%s", own, package) : str_of(own);
        if (name ? strcmp(own, name) != 0 : --level > 0)
            continue;
        add_folder(path, parent_folder(path->arena, at));
        path->package = path->package ? path->package : package;
        return true;
    }
    return false;
}

Str module_path_package(ModulePath *path, int level) {
    if (!path->package)
        add_namespace(path, level, NULL);
    return path->package;
}

ModulePath *module_path_new(Arena *arena, const char *interpreter, const char *script_dir) {
    ModulePath *path = module_path_from_dirs(arena, NULL, 0);
    if (script_dir) {
        add_package(path, script_dir);
        add_folder(path, *script_dir ? script_dir : ".");
    }
    add_python_path(path);
    Interpreter found = {0};
    path->has_interpreter = find_interpreter(arena, interpreter, &found);
    if (!path->has_interpreter)
        return path;
    path->version = str_of(found.version);
    add_folder(path, arena_printf(arena, "%s/lib/python%s", found.base, found.version));
    add_folder(path, arena_printf(arena, "%s/lib/python%s/lib-dynload", found.base, found.version));
    if (found.virtual)
        add_sites_of(path, found.prefix, found.version);
    if (!found.virtual || found.system_site) {
        const char *home = getenv("HOME");
        if (home && !getenv("PYTHONNOUSERSITE"))
            add_site(path, arena_printf(arena, "%s/.local/lib/python%s/site-packages", home, found.version));
        add_sites_of(path, found.base, found.version);
    }
    return path;
}

ModulePath *module_path_from_dirs(Arena *arena, const Str *dirs, uint32_t count) {
    ModulePath *path = arena_new_of(arena, ModulePath);
    path->arena = arena;
    map_init(&path->found, arena);
    map_init(&path->folders, arena);
    for (uint32_t i = 0; i < count; i++)
        vec_push(arena, &path->dirs, dirs[i]);
    return path;
}

/* ---- finding a module ---- */

/* Compiled into every CPython: these win over files of the same name. */
static bool is_builtin(Str name) {
    static const char *const names[] = {
        "_abc",      "_ast",     "_codecs", "_collections", "_functools", "_imp",         "_io",     "_locale",
        "_operator", "_signal",  "_sre",    "_stat",        "_string",    "_symtable",    "_thread", "_tracemalloc",
        "_warnings", "_weakref", "atexit",  "builtins",     "errno",      "faulthandler", "gc",      "itertools",
        "marshal",   "posix",    "pwd",     "sys",          "time",
    };
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* An entry of a folder. */
typedef struct Item {
    const char *name;
    struct Item *next; /* of those that have the same text in front of the first dot */
} Item;

/* Text in front of the first dot -> Item: each folder is read once, as many modules are looked for in it. */
static Map *folder_items(ModulePath *path, Str folder) {
    Map *items = map_get(&path->folders, MAP_KEY(folder));
    if (items)
        return items;
    items = arena_new_of(path->arena, Map);
    map_init(items, path->arena);
    map_put(&path->folders, MAP_KEY(folder), items);
    DIR *open_folder = opendir(folder);
    for (struct dirent *entry; open_folder && (entry = readdir(open_folder));) {
        Str stem = str_intern(entry->d_name, strcspn(entry->d_name, "."));
        Item *item = arena_new_of(path->arena, Item);
        *item = (Item){str_of(entry->d_name), map_get(items, MAP_KEY(stem))};
        map_put(items, MAP_KEY(stem), item);
    }
    if (open_folder)
        closedir(open_folder);
    return items;
}

/* Whether NAME<suffix> is among the items of that name. */
static bool has_item(const Item *items, const char *name, const char *suffix) {
    for (; items; items = items->next)
        if (strcmp(items->name + strlen(name), suffix) == 0)
            return true;
    return false;
}

/* The suffix of an extension module, when the item's name has one. */
static bool is_extension(const Item *item, const char *name) {
    const char *rest = item->name + strlen(name);
    bool fits = strncmp(rest, ".cpython-", 9) == 0 || strncmp(rest, ".abi3", 5) == 0;
    return fits && strcmp(rest + strlen(rest) - 3, ".so") == 0;
}

/* The path of the extension module among the items, or NULL. */
static const char *find_extension(Arena *arena, const char *folder, const char *name, const Item *items) {
    const char *plain = arena_printf(arena, "%s/%s.so", folder, name);
    if (has_item(items, name, ".so") && is_file(plain))
        return plain;
    for (; items; items = items->next)
        if (is_extension(items, name))
            return arena_printf(arena, "%s/%s", folder, items->name);
    return NULL;
}

/* Looks for one component in one folder, in the order of CPython's finder; false: go on with the next folder. */
static bool find_in_folder(ModulePath *path, const char *folder, const char *name, ModuleFile *module) {
    Arena *arena = path->arena;
    const Item *items = map_get(folder_items(path, str_of(folder)), MAP_KEY(str_of(name)));
    if (!items)
        return false;
    const char *base = arena_printf(arena, "%s/%s", folder, name);
    const char *package = arena_printf(arena, "%s/__init__.py", base), *source = arena_printf(arena, "%s.py", base);
    bool has_folder = has_item(items, name, "");
    if (has_folder && is_file(package)) {
        module->kind = MODULE_PACKAGE;
        module->path = str_of(package);
        return true;
    }
    if (has_item(items, name, ".py") && is_file(source)) {
        module->kind = MODULE_SOURCE;
        module->path = str_of(source);
    }
    const char *extension = find_extension(arena, folder, name, items); /* wins over a source of the same name */
    if (extension) {
        module->kind = MODULE_EXTENSION;
        module->path = str_of(extension);
    }
    if (module->kind == MODULE_MISSING && has_folder && is_folder(base)) { /* a namespace, if nothing better comes */
        module->kind = MODULE_NAMESPACE;
        module->path = str_of(base);
    }
    return module->kind == MODULE_SOURCE || module->kind == MODULE_EXTENSION;
}

/* The name's folder in each search folder: a namespace package may be spread over several. */
static void find_in_namespace(ModulePath *path, Str parent, const char *name, ModuleFile *module) {
    char *relative = arena_printf(path->arena, "%s", parent);
    for (char *at = relative; *at; at++)
        *at = *at == '.' ? '/' : *at;
    for (uint32_t i = 0; i < path->dirs.len; i++)
        if (find_in_folder(path, arena_printf(path->arena, "%s/%s", path->dirs.data[i], relative), name, module))
            return;
}

static void find_top(ModulePath *path, Str name, ModuleFile *module) {
    if (is_builtin(name)) {
        module->kind = MODULE_EXTENSION;
        return;
    }
    for (uint32_t i = 0; i < path->dirs.len; i++)
        if (find_in_folder(path, path->dirs.data[i], name, module))
            return;
    if (module->kind == MODULE_MISSING && add_namespace(path, 0, name))
        find_in_folder(path, path->dirs.data[path->dirs.len - 1], name, module);
}

const ModuleFile *module_find(ModulePath *path, Str dotted_name) {
    ModuleFile *module = map_get(&path->found, MAP_KEY(dotted_name));
    if (module)
        return module;
    module = arena_new_of(path->arena, ModuleFile);
    *module = (ModuleFile){.kind = MODULE_MISSING, .name = dotted_name};
    const char *dot = strrchr(dotted_name, '.');
    bool malformed = !*dotted_name || dot == dotted_name || (dot && !dot[1]) || strchr(dotted_name, '/');
    if (!malformed && !dot) {
        find_top(path, dotted_name, module);
    } else if (!malformed) {
        const ModuleFile *parent = module_find(path, str_intern(dotted_name, (size_t)(dot - dotted_name)));
        if (parent->kind == MODULE_PACKAGE)
            find_in_folder(path, parent_folder(path->arena, parent->path), dot + 1, module);
        else if (parent->kind == MODULE_NAMESPACE)
            find_in_namespace(path, parent->name, dot + 1, module);
    }
    map_put(&path->found, MAP_KEY(dotted_name), module);
    return module;
}

Str module_absolute_name(Str importer, bool importer_is_package, int level, Str name) {
    if (level == 0)
        return name;
    size_t len = str_len(importer);
    for (int climb = importer_is_package ? 1 : 0; climb < level; climb++) {
        while (len && importer[len - 1] != '.')
            len--;
        if (!len)
            return NULL;
        len--;
    }
    if (!len)
        return NULL;
    return name ? str_format("%.*s.%s", (int)len, importer, name) : str_intern(importer, len);
}

/* ---- versions ---- */

static bool same_letter(char a, char b) {
    bool dash_a = a == '-' || a == '_' || a == '.', dash_b = b == '-' || b == '_' || b == '.';
    return dash_a ? dash_b : tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* The version in "name-1.2.dist-info", when it is that name; or NULL. */
static Str version_in(const char *folder, Str name) {
    static const char tail[] = ".dist-info";
    size_t len = strlen(folder), name_len = str_len(name), tail_len = strlen(tail);
    if (len < name_len + tail_len + 2 || strcmp(folder + len - tail_len, tail) != 0 || folder[name_len] != '-')
        return NULL;
    for (size_t i = 0; i < name_len; i++)
        if (!same_letter(folder[i], name[i]))
            return NULL;
    return str_intern(folder + name_len + 1, len - tail_len - name_len - 1);
}

Str module_version(ModulePath *path, Str distribution) {
    for (uint32_t i = 0; i < path->dirs.len; i++) {
        Names names = folder_names(path->arena, path->dirs.data[i]);
        for (uint32_t k = 0; k < names.len; k++) {
            Str version = version_in(names.data[k], distribution);
            if (version)
                return version;
        }
    }
    return NULL;
}
