/* What happens when an object dies. What a variant makes a container, an attribute or a global of the caller let go of
 * dies when the variant returns, not where the program does it. Nobody can tell unless code runs then: of `__del__`, of
 * a weak reference's callback, of a generator that waits. */
#include "pyaot_internal.h"

enum {
    MAX_DYING = 4096, /* objects that are looked at */
    HOLDERS = 2       /* of what is dying: where it lies, and the call, which may have read it */
};

static bool is_leaf(PyTypeObject *type) {
    return type == rt_torch.tensor_type || type == rt_torch.parameter_type || type == &PyFloat_Type ||
           type == &PyLong_Type || type == &PyUnicode_Type || type == &PyBool_Type ||
           PyType_IsSubtype(type, &PyType_Type) || PyType_IsSubtype(type, &PyModule_Type);
}

static bool has_finalizer(PyTypeObject *type) {
    return !is_leaf(type) && (PyType_GetSlot(type, Py_tp_finalize) || PyType_GetSlot(type, Py_tp_del));
}

/* A generator that has come to its end, or raised. */
static bool is_finished(PyObject *object) {
    bool in_c = !(PyType_GetFlags(Py_TYPE(object)) & Py_TPFLAGS_HEAPTYPE);
    PyObject *frame = in_c ? PyObject_GetAttrString(object, "gi_frame") : NULL;
    Py_XDECREF(frame);
    PyErr_Clear();
    return frame == Py_None;
}

static bool is_watched(PyObject *object) { /* by weak references */
    if (!(PyType_GetFlags(Py_TYPE(object)) & Py_TPFLAGS_HEAPTYPE))
        return false;
    PyObject *count = PyObject_CallFunctionObjArgs(rt_torch.weak_count, object, NULL);
    bool none = count && PyLong_AsLong(count) == 0;
    Py_XDECREF(count);
    PyErr_Clear();
    return !none;
}

static int visit(PyObject *object, void *left);

/* Does it go without a word, and what it alone holds too? *left: how many more objects are looked at. */
static bool goes_unseen(PyObject *object, int *left) {
    PyTypeObject *type = Py_TYPE(object);
    if (is_leaf(type))
        return true;
    if (has_finalizer(type))
        return is_finished(object);
    if (--*left < 0 || is_watched(object))
        return false;
    traverseproc traverse = (traverseproc)PyType_GetSlot(type, Py_tp_traverse);
    return !traverse || !(PyType_GetFlags(type) & Py_TPFLAGS_HAVE_GC) || traverse(object, visit, left) == 0;
}

static bool stays(PyObject *object, Py_ssize_t holders) {
    return Py_REFCNT(object) > holders && !has_finalizer(Py_TYPE(object));
}

static int visit(PyObject *object, void *left) { return !stays(object, 1) && !goes_unseen(object, left); }

bool rt_dies_unseen(PyObject *object) {
    int left = MAX_DYING;
    return !object || stays(object, HOLDERS) || goes_unseen(object, &left);
}

static int visit_item(PyObject *object, void *left) { return !stays(object, HOLDERS) && !goes_unseen(object, left); }

bool rt_empties_unseen(PyObject *container) {
    int left = MAX_DYING;
    traverseproc traverse = container ? (traverseproc)PyType_GetSlot(Py_TYPE(container), Py_tp_traverse) : NULL;
    return !traverse || traverse(container, visit_item, &left) == 0;
}

/* Other keys may compare themselves in a way of their own. */
static bool is_plain_key(PyObject *key) {
    bool plain = PyUnicode_CheckExact(key) || PyLong_CheckExact(key) || PyBool_Check(key) || PyFloat_CheckExact(key) ||
                 key == Py_None;
    Py_ssize_t count = !plain && PyTuple_CheckExact(key) ? PyTuple_Size(key) : 0;
    for (Py_ssize_t i = 0; i < count; i++)
        if (!is_plain_key(PyTuple_GetItem(key, i)))
            return false;
    return plain || PyTuple_CheckExact(key);
}

bool rt_looks_up_unseen(PyObject *dict) {
    PyObject *key, *value;
    if (dict && PyDict_GetItemString(dict, "__builtins__")) /* the globals of some code, which sees what is set */
        return false;
    for (Py_ssize_t at = 0; PyDict_Next(dict, &at, &key, &value);)
        if (!is_plain_key(key))
            return false;
    return true;
}
