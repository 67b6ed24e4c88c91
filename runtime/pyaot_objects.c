/* Python objects of a call: the guards on them, what a call owns, and its scratch memory. */
#include "pyaot_internal.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MODULE_METHODS = 5 };
static PyObject *str_parameters, *str_buffers, *str_modules, *str_forward, *str_hooks[4], *str_methods[MODULE_METHODS];

bool rt_objects_init(void) {
    static const char *const hooks[] = {"_forward_hooks", "_forward_pre_hooks", "_backward_hooks",
                                        "_backward_pre_hooks"};
    str_parameters = PyUnicode_InternFromString("_parameters");
    str_buffers = PyUnicode_InternFromString("_buffers");
    str_modules = PyUnicode_InternFromString("_modules");
    str_forward = PyUnicode_InternFromString("forward");
    static const char *const methods[] = {"__call__", "__getattr__", "__getattribute__", "_call_impl",
                                          "_wrapped_call_impl"};
    for (int i = 0; i < MODULE_METHODS; i++)
        str_methods[i] = PyUnicode_InternFromString(methods[i]);
    for (int i = 0; i < 4; i++)
        str_hooks[i] = PyUnicode_InternFromString(hooks[i]);
    return !PyErr_Occurred();
}

/* What did not fit into the call itself: scratch memory, which is released after it. */
enum { RT_OWNED_MORE = 254 };
typedef struct RtOwned {
    struct RtOwned *next;
    int count;
    PyObject *items[RT_OWNED_MORE];
} RtOwned;

/* ---- what a call owns ------------------------------------------------------------------------------------ */
bool rt_own_more(RtCall *call, PyObject *object) {
    RtOwned *more = call->owned_more;
    if (!more || more->count == RT_OWNED_MORE) {
        RtOwned *block = rt_scratch(call, sizeof *block);
        if (!block) {
            Py_DECREF(object);
            PyErr_NoMemory();
            return false;
        }
        block->next = more, block->count = 0;
        call->owned_more = more = block;
    }
    more->items[more->count++] = object;
    return true;
}

void rt_drop_owned(RtCall *call) {
    for (int i = 0; i < call->owned_count; i++)
        Py_DECREF(call->owned[i]);
    call->owned_count = 0;
    for (RtOwned *more = call->owned_more; more; more = more->next)
        for (int i = 0; i < more->count; i++)
            Py_DECREF(more->items[i]);
    call->owned_more = NULL;
}

/* Takes over a new reference for the call; a failure is a value that is not there, without an exception. */
static PyObject *keep(RtCall *call, PyObject *object) {
    if (rt_own(call, object))
        return object;
    PyErr_Clear();
    return NULL;
}
static PyObject *keep_borrowed(RtCall *call, PyObject *object) {
    if (object)
        return keep(call, Py_NewRef(object));
    PyErr_Clear();
    return NULL;
}

/* ---- kinds of values ------------------------------------------------------------------------------------- */
bool rt_int(PyObject *object, int64_t *out) {
    if (!object || !PyLong_CheckExact(object))
        return false;
    int overflow;
    *out = PyLong_AsLongLongAndOverflow(object, &overflow);
    return overflow == 0;
}

bool rt_float(PyObject *object, double *out) {
    if (!object || !PyFloat_CheckExact(object))
        return false;
    *out = PyFloat_AsDouble(object);
    return true;
}

bool rt_bool(PyObject *object, bool *out) {
    *out = object == Py_True;
    return object == Py_True || object == Py_False;
}

bool rt_is_none(PyObject *object) { return object == Py_None; }

bool rt_is_type(PyObject *object, RtType type) {
    if (!object)
        return false;
    switch (type) {
    case RT_TYPE_NONE:
        return object == Py_None;
    case RT_TYPE_BOOL:
        return object == Py_True || object == Py_False;
    case RT_TYPE_INT:
        return PyLong_CheckExact(object);
    case RT_TYPE_FLOAT:
        return PyFloat_CheckExact(object);
    case RT_TYPE_STR:
        return PyUnicode_CheckExact(object);
    case RT_TYPE_TUPLE:
        return PyTuple_CheckExact(object);
    case RT_TYPE_LIST:
        return PyList_CheckExact(object);
    case RT_TYPE_DICT:
        return PyDict_CheckExact(object);
    case RT_TYPE_SET:
        return Py_IS_TYPE(object, &PySet_Type);
    case RT_TYPE_FROZENSET:
        return Py_IS_TYPE(object, &PyFrozenSet_Type);
    case RT_TYPE_RANGE:
        return Py_IS_TYPE(object, &PyRange_Type);
    case RT_TYPE_SLICE:
        return Py_IS_TYPE(object, &PySlice_Type);
    case RT_TYPE_METHOD:
        return Py_IS_TYPE(object, rt_torch.method_type);
    }
    return false;
}

bool rt_is_str(PyObject *object, const char *text, size_t len) {
    if (!object || !PyUnicode_CheckExact(object))
        return false;
    Py_ssize_t found;
    const char *bytes = PyUnicode_AsUTF8AndSize(object, &found);
    if (!bytes)
        PyErr_Clear();
    return bytes && (size_t)found == len && memcmp(bytes, text, len) == 0;
}

bool rt_is_float_value(PyObject *object, double value) {
    double found;
    return rt_float(object, &found) && memcmp(&found, &value, sizeof value) == 0;
}

int64_t rt_len(PyObject *object) {
    if (!object)
        return -1;
    if (PyList_Check(object))
        return PyList_Size(object);
    if (PyTuple_Check(object))
        return PyTuple_Size(object);
    if (PyUnicode_CheckExact(object))
        return PyUnicode_GetLength(object);
    if (Py_IS_TYPE(object, rt_torch.deque_type))
        return PySequence_Size(object);
    return PyDict_Check(object) ? PyDict_Size(object) : -1;
}

PyTypeObject *rt_dict_base(PyObject *dict) {
    PyTypeObject *base = Py_TYPE(dict);
    while (base && (PyType_GetFlags(base) & Py_TPFLAGS_HEAPTYPE))
        base = PyType_GetSlot(base, Py_tp_base);
    return base;
}

/* ---- places ---------------------------------------------------------------------------------------------- */
PyObject *rt_attr(RtCall *call, PyObject *object, int name) {
    return object ? rt_seen_value(call, object, call->state->names[name], RT_ASK_ATTR, rt_read_attr) : NULL;
}

static PyObject *answer_of(RtCall *call, PyObject *object, const char *method) {
    PyObject *answer = object ? PyObject_CallMethod(object, method, NULL) : NULL;
    if (rt_own(call, answer))
        return answer;
    PyErr_Clear();
    return NULL;
}

PyObject *rt_number_of(RtCall *call, PyObject *scalar) { return answer_of(call, scalar, "item"); }
PyObject *rt_context_value(RtCall *call, PyObject *variable) { return answer_of(call, variable, "get"); }

PyObject *rt_answer(RtCall *call, PyObject *function) { /* whatever else stands there may be code of the program */
    if (!function || !PyCFunction_CheckExact(function))
        return NULL;
    return keep(call, PyObject_CallNoArgs(function));
}

PyObject *rt_first_answer(RtCall *call, PyObject *function) {
    return function ? keep(call, PyObject_CallFunctionObjArgs(rt_torch.first_answer, function, NULL)) : NULL;
}

PyObject *rt_values(RtCall *call, PyObject *dict) {
    bool is_proxy = dict && Py_IS_TYPE(dict, &PyDictProxy_Type);
    PyObject *keys = dict && (is_proxy || PyDict_Check(dict)) ? PySequence_List(dict) : NULL;
    for (Py_ssize_t i = 0; keys && i < PyList_Size(keys); i++) { /* in its own order, which an OrderedDict has */
        PyObject *key = PyList_GetItem(keys, i);
        PyObject *value = is_proxy ? PyObject_GetItem(dict, key) : Py_XNewRef(PyDict_GetItemWithError(dict, key));
        if (!value || PyList_SetItem(keys, i, value))
            Py_CLEAR(keys);
    }
    PyErr_Clear();
    return rt_own(call, keys) ? keys : NULL;
}

static PyObject *item_of_number(PyObject *dict, int64_t number) { /* borrowed */
    PyObject *key = PyLong_FromLongLong(number), *value = key ? PyDict_GetItemWithError(dict, key) : NULL;
    Py_XDECREF(key);
    return value;
}

PyObject *rt_item(RtCall *call, PyObject *object, int64_t index) {
    if (object && PyDict_Check(object))
        return keep_borrowed(call, item_of_number(object, index));
    if (!object || index < 0)
        return NULL;
    if (PyList_Check(object))
        return index < PyList_Size(object) ? keep_borrowed(call, PyList_GetItem(object, index)) : NULL;
    if (PyTuple_Check(object))
        return index < PyTuple_Size(object) ? keep_borrowed(call, PyTuple_GetItem(object, index)) : NULL;
    return Py_IS_TYPE(object, rt_torch.deque_type) ? keep(call, PySequence_GetItem(object, (Py_ssize_t)index)) : NULL;
}

PyObject *rt_key(RtCall *call, PyObject *object, int name) {
    if (object && Py_IS_TYPE(object, &PyDictProxy_Type)) { /* of a class: what lies there, not what it gives */
        PyObject *value = PyObject_GetItem(object, call->state->names[name]);
        PyErr_Clear();
        return keep(call, value);
    }
    if (!object || !PyDict_Check(object))
        return NULL;
    return keep_borrowed(call, PyDict_GetItemWithError(object, call->state->names[name]));
}

/* Is the key the decimal form of `at`? The strings of the first positions are made once. */
static bool is_position(PyObject *key, int64_t at) {
    enum { KEPT = 256 };
    static PyObject *decimals[KEPT];
    if (at < KEPT && key == decimals[at])
        return true;
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)at);
    if (!rt_is_str(key, text, strlen(text)))
        return false;
    if (at < KEPT && !decimals[at])
        decimals[at] = Py_NewRef(key);
    return true;
}

PyObject *rt_element(RtCall *call, PyObject *container, int64_t at, int64_t *cursor) {
    if (!PyDict_CheckExact(container))
        return rt_item(call, container, at);
    Py_ssize_t place = (Py_ssize_t)*cursor;
    PyObject *key, *value;
    if (!PyDict_Next(container, &place, &key, &value) || !is_position(key, at))
        return NULL;
    *cursor = place;
    return keep_borrowed(call, value);
}

RtTensor *rt_table(RtCall *call, int64_t rows, int64_t columns) {
    return rt_scratch(call, (size_t)(rows * columns) * sizeof(RtTensor));
}

bool rt_same_int(PyObject *object, int64_t at, int64_t *value) {
    int64_t found;
    if (!rt_int(object, &found))
        return false;
    if (at == 0)
        *value = found;
    return *value == found;
}

bool rt_is_int_value(PyObject *object, int64_t value) {
    int64_t found;
    return rt_int(object, &found) && found == value;
}

PyObject *rt_global(RtCall *call, int name) {
    PyObject *key = call->state->names[name], *value = PyDict_GetItemWithError(call->state->globals, key);
    return keep_borrowed(call, value ? value : PyDict_GetItemWithError(call->state->builtins, key));
}

/* A global of a module, borrowed. Those of torch.backends stand before the module that their source has made, as `m`.
 */
static PyObject *global_of(PyObject *module, PyObject *key) {
    PyObject *dict = PyModule_GetDict(module), *value = PyDict_GetItemWithError(dict, key);
    PyObject *behind = value || Py_IS_TYPE(module, &PyModule_Type) ? NULL : PyDict_GetItemString(dict, "m");
    return behind && Py_IS_TYPE(behind, &PyModule_Type) ? PyDict_GetItemWithError(PyModule_GetDict(behind), key)
                                                        : value;
}

PyObject *rt_module_global(RtCall *call, int module, int name) {
    PyObject *found = PyDict_GetItemWithError(PyImport_GetModuleDict(), call->state->names[module]);
    if (!found || !PyModule_Check(found)) {
        PyErr_Clear();
        return NULL;
    }
    PyObject *key = call->state->names[name], *value = global_of(found, key);
    return keep_borrowed(call, value ? value : PyDict_GetItemWithError(call->state->builtins, key));
}

PyObject *rt_free(RtCall *call, int name) {
    const RtBound *bound = call->bound;
    for (Py_ssize_t i = 0, count = PyTuple_Size(call->cells); i < count; i++) {
        PyObject *found = PyTuple_GetItem(bound->free_names, i), *wanted = call->state->names[name];
        if (found == wanted || PyUnicode_Compare(found, wanted) == 0)
            return keep_borrowed(call, PyTuple_GetItem(call->cells, i));
    }
    return NULL;
}

bool rt_lacks_attr(RtCall *call, PyObject *object, int name) {
    PyObject *dict = object ? PyObject_GenericGetDict(object, NULL) : NULL;
    bool lacks = dict && !PyDict_GetItemWithError(dict, call->state->names[name]);
    Py_XDECREF(dict);
    PyErr_Clear();
    return lacks;
}

/* ---- modules --------------------------------------------------------------------------------------------- */
/* The instance dictionary: a new reference, or NULL without an exception. */
static PyObject *instance_dict(PyObject *object) {
    PyObject *dict = object ? PyObject_GenericGetDict(object, NULL) : NULL;
    if (!dict)
        PyErr_Clear();
    return dict;
}

static PyObject *read_slot(PyObject *module, PyObject *key) {
    PyObject *value = NULL, *dict = instance_dict(module);
    if (!dict)
        return NULL;
    PyObject *const tables[] = {str_parameters, str_buffers, str_modules};
    if (!PyDict_GetItemWithError(dict, key)) /* a plain attribute of that name would come first */
        for (int i = 0; i < 3 && !value; i++) {
            PyObject *table = PyDict_GetItemWithError(dict, tables[i]);
            value = table && PyDict_Check(table) ? PyDict_GetItemWithError(table, key) : NULL;
        }
    Py_XINCREF(value);
    Py_DECREF(dict);
    PyErr_Clear();
    return value;
}

PyObject *rt_module_slot(RtCall *call, PyObject *module, int name) {
    return module ? rt_seen_value(call, module, call->state->names[name], RT_ASK_SLOT, read_slot) : NULL;
}

static bool lacks(PyObject *object, const void *literal) {
    const char *name = literal;
    PyObject *dict = instance_dict(object);
    if (!dict)
        return true; /* an object without a dictionary has no attributes but its class's */
    bool found = PyDict_GetItemString(dict, name) != NULL;
    PyObject *const tables[] = {str_parameters, str_buffers, str_modules};
    for (int i = 0; i < 3 && !found; i++) {
        PyObject *table = PyDict_GetItemWithError(dict, tables[i]);
        found = table && PyDict_Check(table) && PyDict_GetItemString(table, name);
    }
    Py_DECREF(dict);
    PyErr_Clear();
    return !found;
}

bool rt_lacks(RtCall *call, PyObject *object, const char *name) {
    return object && rt_seen_truth(call, object, name, RT_ASK_LACKS, lacks);
}

static bool no_global_hooks(RtCall *call) {
    if (!call->hooks_checked) {
        for (int i = 0; i < rt_torch.module_hook_count; i++)
            if (PyDict_Size(rt_torch.module_hooks[i]) != 0)
                return false;
        call->hooks_checked = true;
    }
    return true;
}

/* What calling a module goes through, as each class had it when it was first seen here; looked at again when its
 * version tag changes. What nn.Module itself has is compared with the time of loading (rt_methods_unchanged). */
typedef struct ModuleClass {
    PyTypeObject *type;
    uint32_t tag;
    bool unchanged;
    PyObject *methods[MODULE_METHODS];
} ModuleClass;
static ModuleClass *module_classes;
static int module_class_count;

static void methods_of(PyTypeObject *type, PyObject **methods) {
    for (int i = 0; i < MODULE_METHODS; i++)
        if (!(methods[i] = PyObject_GetAttr((PyObject *)type, str_methods[i])))
            PyErr_Clear();
}

static bool compare_class(ModuleClass *class) {
    PyObject *methods[MODULE_METHODS];
    methods_of(class->type, methods);
    class->unchanged = true;
    for (int i = 0; i < MODULE_METHODS; i++) {
        class->unchanged = class->unchanged && methods[i] == class->methods[i];
        Py_XDECREF(methods[i]);
    }
    class->tag = rt_tag_of(class->type);
    return class->unchanged;
}

static bool class_unchanged(PyTypeObject *type) {
    if (!rt_torch.tag_offset)
        return true;
    for (int i = 0; i < module_class_count; i++)
        if (module_classes[i].type == type)
            return module_classes[i].tag && module_classes[i].tag == rt_tag_of(type)
                       ? module_classes[i].unchanged
                       : compare_class(&module_classes[i]);
    ModuleClass *classes = realloc(module_classes, sizeof *classes * (size_t)(module_class_count + 1));
    if (!classes)
        return false;
    module_classes = classes;
    ModuleClass *class = &classes[module_class_count++];
    class->type = (PyTypeObject *)Py_NewRef((PyObject *)type);
    methods_of(type, class->methods);
    return compare_class(class);
}

static bool is_plain(PyObject *module, const void *unused) {
    (void)unused;
    if (!class_unchanged(Py_TYPE(module)))
        return false;
    PyObject *dict = instance_dict(module);
    bool plain = dict && !PyDict_GetItemWithError(dict, str_forward);
    for (int i = 0; plain && i < 4; i++) {
        PyObject *hooks = PyDict_GetItemWithError(dict, str_hooks[i]);
        plain = hooks && PyDict_Check(hooks) && PyDict_Size(hooks) == 0;
    }
    Py_XDECREF(dict);
    PyErr_Clear();
    return plain;
}

bool rt_plain_module(RtCall *call, PyObject *module) {
    return module && no_global_hooks(call) && rt_seen_truth(call, module, NULL, RT_ASK_PLAIN, is_plain);
}

/* Different modules, as they are met; no more than `room` of them are wanted. */
typedef struct Met {
    PyObject **modules;
    int64_t count, room;
} Met;

/* Notes the modules right below, and what they lead to; false: they are too many, or it is no module. */
static bool meet_below(Met *met, PyObject *module, bool deep);

static bool meet(Met *met, PyObject *module, bool deep) {
    for (int64_t i = 0; i < met->count; i++)
        if (met->modules[i] == module)
            return true;
    if (met->count == met->room)
        return false;
    met->modules[met->count++] = module;
    return !deep || meet_below(met, module, deep);
}

static bool meet_below(Met *met, PyObject *module, bool deep) {
    PyObject *dict = instance_dict(module), *key, *child;
    PyObject *table = dict ? PyDict_GetItemWithError(dict, str_modules) : NULL;
    bool fits = table && PyDict_Check(table);
    for (Py_ssize_t at = 0; fits && PyDict_Next(table, &at, &key, &child);)
        fits = child == Py_None || meet(met, child, deep);
    Py_XDECREF(dict);
    PyErr_Clear();
    return fits;
}

bool rt_modules_are(PyObject *module, int64_t count_and_depth) {
    bool deep = count_and_depth & 1;
    Met met = {.room = count_and_depth >> 1};
    met.modules = malloc(sizeof *met.modules * (size_t)(met.room + 1));
    bool fits = module && met.modules && (deep ? meet(&met, module, deep) : meet_below(&met, module, deep));
    free(met.modules);
    return fits && met.count == met.room;
}

/* ---- classes and pinned objects -------------------------------------------------------------------------- */
/* Follows `path` ("a.b.c") from a dictionary: a new reference, or NULL without an exception. */
static PyObject *follow(PyObject *dict, const char *path) {
    PyObject *object = NULL;
    while (*path) {
        size_t len = strcspn(path, ".");
        PyObject *name = PyUnicode_FromStringAndSize(path, (Py_ssize_t)len);
        PyObject *next = !name    ? NULL
                         : object ? PyObject_GetAttr(object, name)
                                  : Py_XNewRef(PyDict_GetItemWithError(dict, name));
        Py_XDECREF(name);
        Py_XDECREF(object);
        object = next;
        if (!object)
            break;
        path += len + (path[len] == '.');
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

PyObject *rt_class_named(RtState *state, const char *module, const char *qualname) {
    for (int i = 0; i < state->class_count; i++)
        if (state->classes[i].module == module && state->classes[i].qualname == qualname)
            return state->classes[i].type;
    PyObject *holder = holder_of(state, module);
    PyObject *type = holder && PyDict_CheckExact(holder) ? follow(holder, qualname) : NULL;
    Py_XDECREF(holder);
    if (!type || !PyType_Check(type) || !is_own_class(state, type, module, qualname)) {
        Py_XDECREF(type);
        return NULL;
    }
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
    PyObject *found = type ? PyObject_GetAttrString(type, attribute) : NULL;
    bool lacks = type && !found && PyErr_ExceptionMatches(PyExc_AttributeError);
    Py_XDECREF(found);
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
    PyObject *code = code_of(function);
    bool same = code && calls_itself(code, qualname, line);
    Py_DECREF(function);
    return same;
}

/* What every class has, or Python's own decorators leave in it. */
static bool is_common_name(const char *name) {
    static const char *const names[] = {"__module__",
                                        "__doc__",
                                        "__dict__",
                                        "__weakref__",
                                        "__qualname__",
                                        "__annotations__",
                                        "_abc_impl",
                                        "__hash__",
                                        "__orig_bases__",
                                        "__static_attributes__",
                                        "__abstractmethods__",
                                        "__firstlineno__",
                                        "__annotate__",
                                        "__match_args__",
                                        "__parameters__",
                                        "__annotate_func__",
                                        "__slots__",
                                        "__annotations_cache__",
                                        "__dataclass_params__",
                                        "__slotnames__"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
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

/* What a decorator of torch or of Python's library has made of a function of the package, or dataclasses of a class of
 * it: the function that it wraps is the package's own, or it calls itself by its place. */
static bool is_made_for_package(const char *module, const char *name, PyObject *function, PyObject *code) {
    static const char *const makers[] = {"torch", "functools", "contextlib", "typing_extensions", "warnings"};
    PyObject *file = PyObject_GetAttrString(code, "co_filename"), *inner = Py_NewRef(function);
    bool made = false;
    if (file && rt_is_str(file, "<string>", 8)) {
        PyObject *own = PyObject_GetAttrString(function, "__qualname__");
        made = own && rt_is_str(own, name, strlen(name));
        Py_XDECREF(own);
    }
    for (size_t i = 0; i < sizeof makers / sizeof *makers && !made; i++)
        made = is_from_package(makers[i], code) && PyObject_HasAttrString(function, "__wrapped__");
    for (int depth = 0; made && depth < 16 && PyObject_HasAttrString(inner, "__wrapped__"); depth++) {
        PyObject *next = PyObject_GetAttrString(inner, "__wrapped__");
        Py_DECREF(inner);
        inner = next ? next : Py_NewRef(Py_None);
    }
    PyObject *inner_code = code_of(inner);
    made = made && (inner == function || (inner_code && is_from_package(module, inner_code)));
    Py_XDECREF(file);
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

/* ---- new objects ----------------------------------------------------------------------------------------- */
static PyObject *made(RtCall *call, PyObject *object) { return rt_own(call, object) ? object : NULL; }

PyObject *rt_new_int(RtCall *call, int64_t value) { return made(call, PyLong_FromLongLong(value)); }
PyObject *rt_new_float(RtCall *call, double value) { return made(call, PyFloat_FromDouble(value)); }
PyObject *rt_new_bool(RtCall *call, bool value) { return made(call, PyBool_FromLong(value)); }
PyObject *rt_new_str(RtCall *call, const char *text, size_t len) {
    return made(call, PyUnicode_FromStringAndSize(text, (Py_ssize_t)len));
}

PyObject *rt_new_tuple(RtCall *call, int count, PyObject *const *items) {
    PyObject *tuple = PyTuple_New(count);
    for (int i = 0; tuple && i < count; i++)
        if (!items[i] || PyTuple_SetItem(tuple, i, Py_NewRef(items[i])))
            Py_CLEAR(tuple);
    return made(call, tuple);
}

PyObject *rt_new_size(RtCall *call, int count, PyObject *const *items) {
    PyObject *tuple = rt_new_tuple(call, count, items);
    return made(call, tuple ? PyObject_CallFunctionObjArgs(rt_torch.size_type, tuple, NULL) : NULL);
}

PyObject *rt_new_named(RtCall *call, const char *name, int count, PyObject *const *items) {
    PyObject *type = PyObject_GetAttrString(rt_torch.return_types, name);
    PyObject *object = type ? PyStructSequence_New((PyTypeObject *)type) : NULL;
    for (int i = 0; object && i < count; i++) {
        if (!items[i])
            Py_CLEAR(object);
        else
            PyStructSequence_SetItem(object, i, Py_NewRef(items[i]));
    }
    Py_XDECREF(type);
    return made(call, object);
}

PyObject *rt_new_tuple_of(RtCall *call, PyObject *type, int count, PyObject *const *items) {
    PyObject *tuple = type ? rt_new_tuple(call, count, items) : NULL;
    return made(call, tuple ? PyObject_CallMethod((PyObject *)&PyTuple_Type, "__new__", "OO", type, tuple) : NULL);
}

PyObject *rt_new_list(RtCall *call, int count, PyObject *const *items) {
    PyObject *list = PyList_New(count);
    for (int i = 0; list && i < count; i++)
        if (!items[i] || PyList_SetItem(list, i, Py_NewRef(items[i])))
            Py_CLEAR(list);
    return made(call, list);
}

PyObject *rt_new_dict(RtCall *call, int count, PyObject *const *keys, PyObject *const *items) {
    PyObject *dict = PyDict_New();
    for (int i = 0; dict && i < count; i++)
        if (!keys[i] || !items[i] || PyDict_SetItem(dict, keys[i], items[i]))
            Py_CLEAR(dict);
    return made(call, dict);
}

PyObject *rt_new_applied(RtCall *call, PyObject *callable, PyObject *args, PyObject *keywords) {
    bool ok = callable && args && keywords;
    return ok ? made(call, PyObject_Call(callable, args, keywords == Py_None ? NULL : keywords)) : NULL;
}

PyObject *rt_new_cell(RtCall *call) { return made(call, PyObject_CallNoArgs(rt_torch.cell_type)); }

bool rt_fill_cell(PyObject *cell, PyObject *value) {
    return cell && value && PyObject_SetAttr(cell, rt_torch.str_contents, value) == 0;
}

PyObject *rt_new_function(RtCall *call, PyObject *qualname, PyObject *defaults, PyObject *keyword_defaults,
                          PyObject *cells, PyObject *attributes, PyObject *annotations) {
    PyObject *make = call->state->make_function;
    bool ok = make && qualname && defaults && keyword_defaults && cells && attributes && annotations;
    if (!ok)
        return NULL;
    call->give_up = "a function that cannot be made";
    return made(call, PyObject_CallFunctionObjArgs(make, qualname, defaults, keyword_defaults, cells, attributes,
                                                   annotations, NULL));
}

RtStatus rt_return(RtCall *call, PyObject *object) {
    call->result = Py_XNewRef(object);
    return object ? RT_OK : RT_FAILED;
}

/* ---- scratch memory of the thread ------------------------------------------------------------------------ */
/* Chunks are never moved while in use: a variant that calls back into Python may be entered again, and takes its memory
 * above. When the outermost call has left, several chunks are replaced by one that is as large as all of them. */
__thread RtThread rt_thread;
static pthread_key_t thread_exit;
static pthread_once_t thread_exit_once = PTHREAD_ONCE_INIT;

static void free_chunks(void *unused) {
    (void)unused;
    for (RtChunk *chunk = rt_thread.chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    rt_thread.chunks = NULL;
}
static void make_thread_exit(void) { pthread_key_create(&thread_exit, free_chunks); }

#define CHUNK_HEADER 64

static RtChunk *new_chunk(RtThread *thread, size_t bytes) {
    size_t size = bytes > thread->wanted ? bytes : thread->wanted;
    size = size > 65536 ? size : 65536;
    RtChunk *chunk = aligned_alloc(64, CHUNK_HEADER + size);
    if (!chunk)
        return NULL;
    *chunk = (RtChunk){thread->chunks, size, 0};
    thread->chunks = chunk;
    pthread_once(&thread_exit_once, make_thread_exit);
    pthread_setspecific(thread_exit, chunk);
    return chunk;
}

void *rt_scratch(RtCall *call, size_t bytes) {
    (void)call;
    RtThread *thread = &rt_thread;
    if (bytes > SIZE_MAX / 2)
        return NULL;
    bytes = bytes ? (bytes + 63) / 64 * 64 : 64;
    RtChunk *chunk = thread->chunks;
    if (!chunk || chunk->size - chunk->used < bytes)
        chunk = new_chunk(thread, bytes);
    if (!chunk)
        return NULL;
    void *memory = (char *)chunk + CHUNK_HEADER + chunk->used;
    chunk->used += bytes;
    thread->total += bytes;
    return memory;
}

size_t rt_scratch_enter(void) { return rt_thread.total; }

void rt_scratch_leave(size_t mark) {
    RtThread *thread = &rt_thread;
    if (thread->total == mark)
        return;
    size_t sizes = 0;
    for (RtChunk *chunk = thread->chunks; chunk && thread->total > mark;) {
        size_t drop = thread->total - mark < chunk->used ? thread->total - mark : chunk->used;
        chunk->used -= drop;
        thread->total -= drop;
        RtChunk *next = chunk->next;
        sizes += chunk->size;
        if (chunk->used == 0 && next) {
            thread->chunks = next;
            free(chunk);
            thread->wanted = sizes + next->size;
        }
        chunk = next;
    }
    if (thread->total == 0 && thread->chunks && thread->chunks->size < thread->wanted) {
        free(thread->chunks);
        thread->chunks = NULL;
    }
}
