/* Functions of graph back ends, which are Python objects: see pyaot_graphs.py, which finds and runs them. The stack of
 * an RtAten holds the arguments as objects that the call owns. */
#include "pyaot_internal.h"
#include "pyaot_runtime.h"

#include <string.h>

static void push(RtAten *args, PyObject *object) { /* takes the reference */
    if (!rt_own(args->call, object) || args->count == (int)(sizeof args->stack / sizeof *args->stack))
        args->failed = true;
    else
        args->stack[args->count++] = (uint64_t)(uintptr_t)object;
}

void rt_graph_tensor(RtAten *args, const RtTensor *t) { push(args, Py_XNewRef(t->object)); }

void rt_graph_data(RtAten *args, const void *data, RtDType dtype, int ndim, const int64_t *shape,
                   const int64_t *strides) {
    RtHandle handle = NULL;
    int64_t row_major[RT_MAX_RANK], step = 1;
    for (int i = ndim - 1; i >= 0 && !strides; step *= shape[i] > 1 ? shape[i] : 1, i--)
        row_major[i] = step;
    strides = strides ? strides : row_major;
    if (!rt_torch.wrap || !rt_torch.from_blob ||
        rt_torch.from_blob((void *)(uintptr_t)data, ndim, shape, strides, 0, rt_torch.dtype_codes[dtype], rt_torch.cpu,
                           0, &handle)) {
        args->failed = true;
        return;
    }
    PyObject *view = rt_wrap_owned(handle);
    push(args, view ? PyObject_CallMethod(view, "clone", NULL) : NULL);
    Py_XDECREF(view);
}

void rt_graph_int(RtAten *args, int64_t value) { push(args, PyLong_FromLongLong(value)); }
void rt_graph_float(RtAten *args, double value) { push(args, PyFloat_FromDouble(value)); }
void rt_graph_bool(RtAten *args, bool value) { push(args, PyBool_FromLong(value)); }

static bool give_up(RtAten *args, const char *why) {
    args->call->give_up = why;
    if (!PyErr_Occurred())
        PyErr_SetString(PyExc_RuntimeError, why);
    return false;
}

/* What is not an Exception (an interrupt, an exit) is not ours to catch. */
static bool failed(RtAten *args) {
    if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_Exception))
        return false;
    return give_up(args, "a graph back end raised an exception");
}

bool rt_graph_call(RtAten *args, int backend, const char *name, int results, RtTensor *out) {
    RtCall *call = args->call;
    if (args->failed || !call->state->graphs)
        return give_up(args, "the arguments of a graph cannot be passed");
    PyObject *values = PyTuple_New(args->count);
    for (int i = 0; values && i < args->count; i++)
        PyTuple_SetItem(values, i, Py_NewRef((PyObject *)(uintptr_t)args->stack[i]));
    PyObject *found = values ? PyObject_CallFunction(call->state->graphs, "isO", backend, name, values) : NULL;
    Py_XDECREF(values);
    if (!found)
        return failed(args);
    if (!rt_own(call, found))
        return false;
    if (found == Py_None)
        return give_up(args, "its graph back end does not run it, see __pyaot__.variants()");
    if (!PyTuple_Check(found) || PyTuple_Size(found) != results)
        return give_up(args, "a graph back end returned something else than the tensors that the graph returns");
    for (int i = 0; i < results; i++)
        rt_describe(PyTuple_GetItem(found, i), &out[i]); /* they are plain tensors: pyaot_graphs.py has seen to it */
    return true;
}

bool rt_graph_fit(RtAten *args, RtTensor *t, int ndim, const int64_t *strides) {
    bool same = strides && t->ndim == ndim;
    for (int i = 0; same && i < ndim; i++)
        same = t->strides[i] == strides[i];
    if (strides ? t->ndim != ndim || same : rt_row_major(t))
        return true;
    RtTensor fresh;
    if (!rt_output(args->call, (RtDType)t->dtype, t->ndim, t->shape, strides, &fresh))
        return false;
    PyObject *none = PyObject_CallMethod(fresh.object, "copy_", "O", t->object);
    Py_XDECREF(none);
    *t = fresh;
    return none || failed(args);
}
