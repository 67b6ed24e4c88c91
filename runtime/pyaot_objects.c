/* Python objects of a call: of what kind they are, what lies in them, and those that it makes. */
#include "pyaot_internal.h"

#include <stdio.h>
#include <string.h>

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
    case RT_TYPE_PROXY:
        return Py_IS_TYPE(object, &PyDictProxy_Type);
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

bool rt_is_ints(PyObject *object, int64_t count, int64_t a, int64_t b, int64_t c) {
    const int64_t values[] = {a, b, c};
    if (!object || !PyTuple_CheckExact(object) || PyTuple_Size(object) != count)
        return false;
    for (int64_t i = 0; i < count; i++) {
        int64_t found;
        if (!rt_int(PyTuple_GetItem(object, i), &found) || found != values[i])
            return false;
    }
    return true;
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

PyObject *rt_takes_level(RtCall *call, PyObject *logger, int64_t level) {
    return logger ? keep(call, PyObject_CallMethod(logger, "isEnabledFor", "L", (long long)level)) : NULL;
}

PyObject *rt_answer(RtCall *call, PyObject *function) { /* whatever else stands there may be code of the program */
    if (!function || !PyCFunction_CheckExact(function))
        return NULL;
    return keep(call, PyObject_CallNoArgs(function));
}

PyObject *rt_answer_to(RtCall *call, PyObject *function, const char *text) {
    if (!function || !PyCFunction_CheckExact(function))
        return NULL;
    return keep(call, PyObject_CallFunction(function, "s", text));
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

PyObject *rt_dict_keys(RtCall *call, PyObject *dict) {
    PyObject *keys = dict && PyDict_Check(dict) ? PySequence_List(dict) : NULL;
    PyErr_Clear();
    return rt_own(call, keys) ? keys : NULL;
}

/* The first object that another one holds; the rest is not looked at. */
static int take_held(PyObject *object, void *place) {
    *(PyObject **)place = object;
    return 1;
}

PyObject *rt_proxied(RtCall *call, PyObject *proxy) { /* which is a proxy's only one */
    PyObject *mapping = NULL;
    traverseproc traverse = PyType_GetSlot(&PyDictProxy_Type, Py_tp_traverse);
    if (proxy && Py_IS_TYPE(proxy, &PyDictProxy_Type) && traverse)
        traverse(proxy, take_held, &mapping);
    return keep_borrowed(call, mapping);
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

/* ---- new objects ----------------------------------------------------------------------------------------- */
static PyObject *made(RtCall *call, PyObject *object) { return rt_own(call, object) ? object : NULL; }

PyObject *rt_new_int(RtCall *call, int64_t value) { return made(call, PyLong_FromLongLong(value)); }
PyObject *rt_new_float(RtCall *call, double value) { return made(call, PyFloat_FromDouble(value)); }
PyObject *rt_new_bool(RtCall *call, bool value) { return made(call, PyBool_FromLong(value)); }
PyObject *rt_new_str(RtCall *call, const char *text, size_t len) {
    return made(call, PyUnicode_FromStringAndSize(text, (Py_ssize_t)len));
}

PyObject *rt_literal_str(RtCall *call, const char *text, size_t len) {
    RtState *state = call->state;
    PyObject *fresh = PyUnicode_FromStringAndSize(text, (Py_ssize_t)len);
    if (!state->literals && state->find_literals)
        state->literals = PyObject_CallObject(state->find_literals, NULL);
    PyObject *known = fresh && state->literals ? PyDict_GetItemWithError(state->literals, fresh) : NULL;
    if (known) {
        Py_INCREF(known);
        Py_DECREF(fresh);
    }
    return made(call, known ? known : fresh);
}

PyObject *rt_interned_str(RtCall *call, const char *text) { return made(call, PyUnicode_InternFromString(text)); }

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
