/* Guards on what was compiled in: classes, functions and other objects that must still be what they were when the
 * extension was loaded. */
#include "pyaot_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Follows `path` ("a.b.c") from a dictionary: a new reference, or NULL without an exception. */
static PyObject *follow(PyObject *dict, const char *path) {
    PyObject *object = NULL;
    while (*path) {
        size_t len = strcspn(path, ".=");
        PyObject *name = PyUnicode_FromStringAndSize(path, (Py_ssize_t)len);
        PyObject *next = !name    ? NULL
                         : object ? PyObject_GetAttr(object, name)
                                  : Py_XNewRef(PyDict_GetItemWithError(dict, name));
        Py_XDECREF(name);
        Py_XDECREF(object);
        object = next;
        if (!object)
            break;
        if (path[len] != '.')
            break;
        path += len + 1;
    }
    PyErr_Clear();
    return object;
}

/* The dictionary of `module` if it is imported, or the object of that dotted path ("torch.Tensor"); "" is the stub. */
static PyObject *holder_of(RtState *state, const char *module) {
    if (!*module)
        return Py_NewRef(state->globals);
    PyObject *name = PyUnicode_FromString(module), *found = name ? PyImport_GetModule(name) : NULL;
    Py_XDECREF(name);
    PyErr_Clear();
    if (found && PyModule_Check(found) && !PyModule_CheckExact(found))
        return found; /* its attributes may come from elsewhere */
    if (found && PyModule_Check(found)) {
        PyObject *dict = Py_NewRef(PyModule_GetDict(found));
        Py_DECREF(found);
        return dict;
    }
    Py_XDECREF(found);
    const char *dot = strrchr(module, '.');
    if (!dot)
        return NULL;
    char parent[256];
    if ((size_t)(dot - module) >= sizeof parent)
        return NULL;
    memcpy(parent, module, (size_t)(dot - module));
    parent[dot - module] = 0;
    PyObject *outer = holder_of(state, parent), *inner = NULL;
    if (outer)
        inner = PyDict_CheckExact(outer) ? follow(outer, dot + 1) : PyObject_GetAttrString(outer, dot + 1);
    Py_XDECREF(outer);
    PyErr_Clear();
    return inner;
}

/* Whether `type` calls itself by this name, and says that it is from that package (or, as those of Python's library
 * that are written in C, from one with an underscore before its name): a class that somebody has put in its place does
 * not. */
static bool is_own_class(const RtState *state, PyObject *type, const char *module, const char *qualname) {
    PyObject *name = PyObject_GetAttrString(type, "__qualname__"), *from = PyObject_GetAttrString(type, "__module__");
    PyObject *own = *module ? NULL : PyDict_GetItemString(state->globals, "__name__");
    const char *home = own ? PyUnicode_AsUTF8AndSize(own, NULL) : module;
    const char *origin = from ? PyUnicode_AsUTF8AndSize(from, NULL) : NULL;
    size_t len = home ? strcspn(home, *module ? "." : "") : 0;
    if (*module && origin && origin[0] == '_' && home[0] != '_')
        origin++;
    bool is_own = name && rt_is_str(name, qualname, strlen(qualname)) && origin && home &&
                  !strncmp(origin, home, len) && (!origin[len] || (*module && origin[len] == '.'));
    Py_XDECREF(name);
    Py_XDECREF(from);
    PyErr_Clear();
    return is_own;
}

PyObject *rt_object_named(RtState *state, const char *module, const char *name) {
    PyObject *holder = holder_of(state, module);
    PyObject *object = !holder                     ? NULL
                       : PyDict_CheckExact(holder) ? follow(holder, name)
                                                   : PyObject_GetAttrString(holder, name);
    Py_XDECREF(holder);
    return object;
}

PyObject *rt_find_class(RtState *state, const char *module, const char *qualname) {
    PyObject *holder = holder_of(state, module);
    PyObject *type = holder && PyDict_CheckExact(holder) ? follow(holder, qualname) : NULL;
    Py_XDECREF(holder);
    const char *other = strchr(qualname, '='); /* "Pt=Point": what it calls itself */
    if (type && PyType_Check(type) && is_own_class(state, type, module, other ? other + 1 : qualname))
        return type;
    Py_XDECREF(type);
    return NULL;
}

PyObject *rt_class_named(RtState *state, const char *module, const char *qualname) {
    for (int i = 0; i < state->class_count; i++)
        if (state->classes[i].module == module && state->classes[i].qualname == qualname)
            return state->classes[i].type;
    PyObject *type = rt_find_class(state, module, qualname);
    if (!type)
        return NULL;
    RtClass *classes = realloc(state->classes, sizeof *classes * (size_t)(state->class_count + 1));
    if (!classes) {
        Py_DECREF(type);
        return NULL;
    }
    state->classes = classes;
    classes[state->class_count++] = (RtClass){module, qualname, type};
    return type;
}

bool rt_is_class(RtCall *call, PyObject *object, const char *module, const char *qualname) {
    return object && rt_class_named(call->state, module, qualname) == (PyObject *)Py_TYPE(object);
}

bool rt_class_lacks(RtCall *call, const char *module, const char *qualname, const char *attribute) {
    PyObject *type = rt_class_named(call->state, module, qualname);
    PyObject *bases = type ? PyObject_GetAttrString(type, "__mro__") : NULL; /* a metaclass's attributes are not its */
    bool lacks = bases && PyTuple_Check(bases);
    for (Py_ssize_t i = 0; lacks && i < PyTuple_Size(bases); i++) {
        PyObject *dict = PyObject_GetAttrString(PyTuple_GetItem(bases, i), "__dict__");
        lacks = dict && !PyMapping_HasKeyString(dict, attribute);
        Py_XDECREF(dict);
    }
    Py_XDECREF(bases);
    PyErr_Clear();
    return lacks;
}

bool rt_has_class(RtCall *call, PyObject *set, bool wanted, const char *module, const char *qualname) {
    PyObject *type = set && PyAnySet_CheckExact(set) ? rt_class_named(call->state, module, qualname) : NULL;
    int found = type ? PySet_Contains(set, type) : -1;
    PyErr_Clear();
    return found == wanted;
}

bool rt_has_object(PyObject *set, PyObject *member, bool wanted) {
    int found = set && member && PyAnySet_CheckExact(set) ? PySet_Contains(set, member) : -1;
    PyErr_Clear();
    return found == wanted;
}

static PyObject *code_of(PyObject *function) { /* borrowed; NULL for what is no Python function */
    if (!rt_torch.function_type || Py_TYPE(function) != rt_torch.function_type)
        return NULL;
    return *(PyObject *const *)((const char *)function + rt_torch.code_offset);
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* The file that the code is from: the module's, or the stub, whose path may be written in another way. */
static bool is_of_file(RtState *state, PyObject *code, const char *module) {
    PyObject *holder = holder_of(state, module), *own = PyObject_GetAttrString(code, "co_filename");
    PyObject *file = holder && PyDict_CheckExact(holder) ? PyDict_GetItemString(holder, "__file__") : NULL;
    const char *a = file ? PyUnicode_AsUTF8AndSize(file, NULL) : NULL;
    const char *b = own && a ? PyUnicode_AsUTF8AndSize(own, NULL) : NULL;
    bool same = b && strcmp(*module ? a : base_name(a), *module ? b : base_name(b)) == 0;
    Py_XDECREF(holder);
    Py_XDECREF(own);
    PyErr_Clear();
    return same;
}

/* Where the expression begins that the code of a lambda computes: the least place of its instructions, of which those
 * that are of the whole have an empty range. */
static bool body_begin(PyObject *code, int64_t *line, int64_t *column) {
    PyObject *positions = PyObject_CallMethod(code, "co_positions", NULL), *next;
    bool found = false;
    while (positions && (next = PyIter_Next(positions))) {
        int64_t at[4] = {0};
        bool known = PyTuple_Check(next) && PyTuple_Size(next) == 4;
        for (int i = 0; known && i < 4; i++)
            known = rt_int(PyTuple_GetItem(next, i), &at[i]);
        if (known && at[3] > 0 && (!found || at[0] < *line || (at[0] == *line && at[2] < *column))) {
            *line = at[0], *column = at[2];
            found = true;
        }
        Py_DECREF(next);
    }
    Py_XDECREF(positions);
    PyErr_Clear();
    return found;
}

static bool calls_itself(PyObject *code, const char *qualname, int64_t line) {
    PyObject *name = PyObject_GetAttrString(code, "co_qualname"), *at = PyObject_GetAttrString(code, "co_firstlineno");
    int64_t found = 0;
    bool same = name && rt_is_str(name, qualname, strlen(qualname)) && rt_int(at, &found) && (!line || line == found);
    Py_XDECREF(name);
    Py_XDECREF(at);
    PyErr_Clear();
    return same;
}

bool rt_has_code(PyObject *function, const char *qualname, int64_t line) {
    PyObject *code = code_of(function);
    return code && calls_itself(code, qualname, line);
}

/* The code is that of the lambda that the stub has marked with this number. */
static bool is_marked(const RtState *state, PyObject *code, int64_t mark) {
    PyObject *key = PyLong_FromLongLong(mark);
    bool same = key && state->marked && PyDict_GetItemWithError(state->marked, key) == code;
    Py_XDECREF(key);
    PyErr_Clear();
    return same;
}

static bool is_at_place(const RtState *state, PyObject *code, const char *qualname, int64_t place) {
    if (place < 0)
        return calls_itself(code, qualname, 0) && is_marked(state, code, -1 - place);
    int64_t line = place & 0xffffffff, column = (place >> 32 & 0xfffff) - 1, lines = place >> 52;
    int64_t body_line = 0, body_column = 0;
    return calls_itself(code, qualname, line) && (column < 0 || (body_begin(code, &body_line, &body_column) &&
                                                                 body_line == line + lines && body_column == column));
}

bool rt_is_code(RtCall *call, PyObject *object, const char *module, const char *qualname, int64_t place) {
    PyObject *code = object ? code_of(object) : NULL;
    uintptr_t slot = ((uintptr_t)qualname >> 3) + (uintptr_t)place;
    RtLocalCode *known = &call->state->local_codes[slot % LOCAL_CODES];
    if (!code || (known->qualname == qualname && known->place == place && known->code == code))
        return code != NULL;
    if (!is_at_place(call->state, code, qualname, place) || !is_of_file(call->state, code, module))
        return false;
    Py_XDECREF(known->code);
    *known = (RtLocalCode){qualname, place, Py_NewRef(code)};
    return true;
}

bool rt_is_unset(const char *variable) {
    PyObject *name = PyUnicode_FromString("os"), *os = name ? PyImport_GetModule(name) : NULL;
    PyObject *environ = os ? PyObject_GetAttrString(os, "environ") : NULL;
    PyObject *value = environ ? PyObject_CallMethod(environ, "get", "s", variable) : NULL;
    bool unset = value == Py_None;
    Py_XDECREF(value);
    Py_XDECREF(environ);
    Py_XDECREF(os);
    Py_XDECREF(name);
    PyErr_Clear();
    return unset;
}

/* The function behind an attribute of a class: itself, or that of a property, static or class method. */
static bool is_written_function(PyObject *attribute, const char *qualname, int64_t line) {
    static const char *const inner[] = {"fget", "__func__"};
    PyObject *function = Py_NewRef(attribute);
    for (size_t i = 0; i < sizeof inner / sizeof *inner && !code_of(function); i++) {
        PyObject *next = PyObject_GetAttrString(function, inner[i]);
        PyErr_Clear();
        if (next) {
            Py_DECREF(function);
            function = next;
        }
    }
    bool same = rt_has_code(function, qualname, line);
    Py_DECREF(function);
    return same;
}

static bool is_among(const char *name, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

bool rt_is_of_every_class(const char *name) {
    static const char *const names[] = {"__module__",
                                        "__doc__",
                                        "__dict__",
                                        "__weakref__",
                                        "__qualname__",
                                        "__annotations__",
                                        "__orig_bases__",
                                        "__parameters__",
                                        "__static_attributes__",
                                        "__firstlineno__",
                                        "__annotate__",
                                        "__annotate_func__",
                                        "__annotations_cache__",
                                        "__slotnames__"};
    return is_among(name, names, sizeof names / sizeof *names);
}

/* What Python's own decorators and metaclasses leave in a class besides. */
static bool is_common_name(const char *name) {
    static const char *const names[] = {"_abc_impl",      "__hash__",  "__abstractmethods__",
                                        "__match_args__", "__slots__", "__dataclass_params__"};
    return rt_is_of_every_class(name) || is_among(name, names, sizeof names / sizeof *names);
}

/* Is the attribute one of those in the list, and as it says? */
static bool is_as_listed(PyObject *names, PyObject *key, const char *attributes) {
    const char *name = PyUnicode_Check(key) ? PyUnicode_AsUTF8AndSize(key, NULL) : NULL;
    size_t len = name ? strlen(name) : 0;
    if (!name || is_common_name(name))
        return name != NULL;
    for (const char *at = attributes; *at; at += strcspn(at, "\n") + 1) {
        if (strncmp(at, name, len) != 0 || (at[len] != '\n' && at[len] != '='))
            continue;
        if (at[len] == '\n')
            return true;
        char *end, qualname[512];
        long long line = strtoll(at + len + 1, &end, 10);
        size_t qualname_len = strcspn(end + 1, "\n");
        if (qualname_len >= sizeof qualname)
            return false;
        memcpy(qualname, end + 1, qualname_len);
        qualname[qualname_len] = 0;
        PyObject *value = PyObject_GetItem(names, key);
        bool same = value && is_written_function(value, qualname, line);
        Py_XDECREF(value);
        return same;
    }
    return false;
}

static bool all_as_listed(PyObject *names, const char *attributes) {
    PyObject *keys = PyMapping_Keys(names);
    Py_ssize_t count = keys ? PyList_Size(keys) : -1;
    bool same = count >= 0;
    for (Py_ssize_t i = 0; i < count && same; i++)
        same = is_as_listed(names, PyList_GetItem(keys, i), attributes);
    Py_XDECREF(keys);
    PyErr_Clear();
    return same;
}

bool rt_class_as_written(RtCall *call, const char *module, const char *qualname, const char *attributes) {
    RtState *state = call->state;
    for (int i = 0; i < state->written_count; i++) {
        RtWritten *known = &state->written[i];
        if (known->attributes != attributes)
            continue;
        Py_ssize_t count = PyObject_Size(known->names);
        if (count != known->count && !all_as_listed(known->names, attributes))
            return false;
        known->count = count;
        return true;
    }
    PyObject *holder = holder_of(state, module);
    PyObject *type = holder && PyDict_CheckExact(holder) ? follow(holder, qualname) : NULL;
    PyObject *names = type && PyType_Check(type) ? PyObject_GetAttrString(type, "__dict__") : NULL;
    bool same = names && all_as_listed(names, attributes);
    Py_XDECREF(holder);
    Py_XDECREF(type);
    PyErr_Clear();
    RtWritten *written = same ? realloc(state->written, sizeof *written * (size_t)(state->written_count + 1)) : NULL;
    if (!written) {
        Py_XDECREF(names);
        return false;
    }
    state->written = written;
    written[state->written_count++] = (RtWritten){attributes, names, PyObject_Size(names)};
    return true;
}

static PyObject *pin_value(const RtPin *pin) { /* new reference or NULL, without an exception */
    PyObject *value = pin->is_dict ? Py_XNewRef(PyDict_GetItemWithError(pin->holder, pin->name))
                                   : PyObject_GetAttr(pin->holder, pin->name);
    if (!value)
        PyErr_Clear();
    return value;
}

/* "<frozen abc>": Python holds the code of some of its own modules in itself. */
static bool is_frozen(const char *path, const char *package, size_t len) {
    static const char begin[] = "<frozen ";
    const char *name = path + sizeof begin - 1;
    return !strncmp(path, begin, sizeof begin - 1) && !strncmp(name, package, len) &&
           (name[len] == '>' || name[len] == '.');
}

/* Is the file that of the module, or in the folder of the package? */
static bool is_file_of(PyObject *package, const char *path) {
    PyObject *file = PyObject_GetAttrString(package, "__file__");
    const char *root = file && file != Py_None ? PyUnicode_AsUTF8AndSize(file, NULL) : NULL;
    const char *slash = root ? strrchr(root, '/') : NULL;
    bool is_folder = slash && strncmp(slash, "/__init__.", 10) == 0;
    bool is = root && (is_folder ? strncmp(root, path, (size_t)(slash + 1 - root)) == 0 : strcmp(root, path) == 0);
    Py_XDECREF(file);
    PyErr_Clear();
    return is;
}

/* Is the file in one of the folders of a package, which has no file of its own where there is no __init__.py? */
static bool is_in_folder_of(PyObject *package, const char *path) {
    PyObject *folders = PyObject_GetAttrString(package, "__path__"), *each = folders ? PyObject_GetIter(folders) : NULL;
    bool is = false;
    for (PyObject *folder; !is && each && (folder = PyIter_Next(each)); Py_DECREF(folder)) {
        const char *root = PyUnicode_AsUTF8AndSize(folder, NULL);
        size_t len = root ? strlen(root) : 0;
        is = len && strncmp(root, path, len) == 0 && path[len] == '/';
    }
    Py_XDECREF(each);
    Py_XDECREF(folders);
    return is;
}

/* A Python function that is found in a package but was written elsewhere has been put there by somebody: what was
 * compiled is the package's own. The stub module (module "") may hold functions from anywhere. */
static bool is_from_package(const char *module, PyObject *code) {
    if (!*module)
        return true;
    if (!strcmp(module, "os.path"))
        module = "posixpath"; /* which has that name, too */
    PyObject *name = PyUnicode_FromStringAndSize(module, (Py_ssize_t)strcspn(module, "."));
    PyObject *package = name ? PyImport_GetModule(name) : NULL;
    PyObject *own = package ? PyObject_GetAttrString(code, "co_filename") : NULL;
    const char *path = own ? PyUnicode_AsUTF8AndSize(own, NULL) : NULL;
    bool from = path && (is_file_of(package, path) || is_in_folder_of(package, path) ||
                         is_frozen(path, module, strcspn(module, ".")));
    Py_XDECREF(own);
    Py_XDECREF(package);
    Py_XDECREF(name);
    PyErr_Clear();
    return from;
}

/* Is the code that of a text, as dataclasses write it, and does the function call itself by its place? */
static bool is_generated(PyObject *code, PyObject *function, const char *name) {
    PyObject *file = code ? PyObject_GetAttrString(code, "co_filename") : NULL;
    PyObject *own = file && rt_is_str(file, "<string>", 8) ? PyObject_GetAttrString(function, "__qualname__") : NULL;
    bool generated = own && rt_is_str(own, name, strlen(name));
    Py_XDECREF(own);
    Py_XDECREF(file);
    PyErr_Clear();
    return generated;
}

/* What a decorator of torch or of Python's library has made of a function of the package, or dataclasses of a class of
 * it: the function that it wraps is the package's own, or it calls itself by its place. */
static bool is_made_for_package(const char *module, const char *name, PyObject *function, PyObject *code) {
    static const char *const makers[] = {"torch",    "functools",   "contextlib", "typing_extensions",
                                         "warnings", "dataclasses", "reprlib"};
    PyObject *inner = Py_NewRef(function);
    bool wraps = false;
    for (size_t i = 0; i < sizeof makers / sizeof *makers && !wraps; i++)
        wraps = is_from_package(makers[i], code) && PyObject_HasAttrString(function, "__wrapped__");
    for (int depth = 0; wraps && depth < 16 && PyObject_HasAttrString(inner, "__wrapped__"); depth++) {
        PyObject *next = PyObject_GetAttrString(inner, "__wrapped__");
        Py_DECREF(inner);
        inner = next ? next : Py_NewRef(Py_None);
    }
    PyObject *inner_code = code_of(inner);
    bool made =
        is_generated(inner_code, function, name) || (wraps && inner_code && is_from_package(module, inner_code));
    Py_DECREF(inner);
    PyErr_Clear();
    return made;
}

static void resolve_pin(RtState *state, int index, bool last_chance) {
    RtPin *pin = &state->pins[index];
    const RtPinned *pinned = &state->module->pinned[index];
    const char *dot = strrchr(pinned->name, '.');
    char path[256];
    int len = dot ? snprintf(path, sizeof path, "%s%s%.*s", pinned->module, *pinned->module ? "." : "",
                             (int)(dot - pinned->name), pinned->name)
                  : snprintf(path, sizeof path, "%s", pinned->module);
    PyObject *holder = NULL;
    if (len < (int)sizeof path) /* a class of the stub module may have the name of a module, often of its own */
        holder = dot && !*pinned->module ? follow(state->globals, path) : holder_of(state, path);
    RtPin found = {.holder = holder, .is_dict = holder && PyDict_CheckExact(holder)};
    found.name = holder ? PyUnicode_InternFromString(dot ? dot + 1 : pinned->name) : NULL;
    found.value = found.name ? pin_value(&found) : NULL;
    if (found.is_dict && !found.value && !*pinned->module) { /* a builtin that the stub module does not shadow */
        found.absent = PyDict_GetItemWithError(state->builtins, found.name) != NULL;
        found.value = found.absent ? Py_NewRef(PyDict_GetItemWithError(state->builtins, found.name)) : NULL;
    }
    PyObject *code = found.value ? code_of(found.value) : NULL;
    if (found.value && (!code || is_from_package(pinned->module, code) ||
                        is_made_for_package(pinned->module, pinned->name, found.value, code))) {
        found.code = Py_XNewRef(code);
        *pin = found;
        return;
    }
    pin->failed = holder && (last_chance || found.value); /* without it, the module is yet to be imported */
    Py_XDECREF(found.value);
    Py_XDECREF(found.name);
    Py_XDECREF(holder);
    PyErr_Clear();
}

void rt_resolve_pins(RtState *state, bool all) {
    for (int i = 0; i < state->module->pinned_count; i++)
        if (!state->pins[i].value && (all || *state->module->pinned[i].module))
            resolve_pin(state, i, false);
}

PyObject *rt_pinned_function(RtState *state, int pinned) {
    RtPin *pin = &state->pins[pinned];
    if (!pin->value && !pin->failed)
        resolve_pin(state, pinned, false);
    return pin->code ? pin->value : NULL;
}

bool rt_pinned(RtCall *call, int pinned) {
    RtPin *pin = &call->state->pins[pinned];
    if (!pin->value) {
        if (!pin->failed)
            resolve_pin(call->state, pinned, true);
        if (!pin->value)
            return false;
    }
    PyObject *value;
    if (pin->absent) {
        if (PyDict_GetItemWithError(pin->holder, pin->name))
            return false;
        value = Py_XNewRef(PyDict_GetItemWithError(call->state->builtins, pin->name));
    } else {
        value = pin_value(pin);
    }
    bool same = value == pin->value;
    if (value && !same && Py_TYPE(value) == rt_torch.method_type && Py_TYPE(pin->value) == rt_torch.method_type)
        same = PyObject_RichCompareBool(value, pin->value, Py_EQ) == 1; /* a new object at each look */
    same = same && (!pin->code || code_of(value) == pin->code);
    Py_XDECREF(value);
    PyErr_Clear();
    return same;
}

bool rt_is_pinned(RtCall *call, PyObject *object, int pinned) {
    if (!object || !rt_pinned(call, pinned))
        return false;
    PyObject *wanted = call->state->pins[pinned].value;
    if (object == wanted)
        return true;
    if (Py_TYPE(object) != rt_torch.method_type)
        return false;
    PyObject *function = PyObject_GetAttr(object, rt_torch.str_function);
    bool same = function == wanted;
    Py_XDECREF(function);
    PyErr_Clear();
    return same;
}

/* Takes over `found`. */
static bool is_torch_dtype(PyObject *found, RtDType dtype) {
    bool same = found == rt_torch.dtypes[dtype];
    Py_XDECREF(found);
    PyErr_Clear();
    return same;
}

bool rt_default_dtype(RtCall *call, RtDType dtype) {
    (void)call;
    return is_torch_dtype(PyObject_CallNoArgs(rt_torch.get_default_dtype), dtype);
}

bool rt_autocast_dtype(RtCall *call, RtDType dtype) {
    (void)call;
    PyObject *found = PyObject_CallFunctionObjArgs(rt_torch.get_autocast_dtype, rt_torch.str_cpu, NULL);
    return is_torch_dtype(found, dtype);
}
