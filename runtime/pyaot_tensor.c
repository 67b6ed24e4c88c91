/* Tensors of a call: guards on what comes in, and making what goes out.
 *
 * A tensor is taken only if its dispatch keys are exactly those of a plain dense CPU tensor (in inference mode also
 * those of an inference tensor): that one comparison leaves out conj and neg views, sparse, quantised, nested, meta and
 * mkldnn tensors, functorch wrappers and other devices. Subclasses and FakeTensor fall to the exact type. */
#include "pyaot_internal.h"

#include <string.h>
#include <sys/mman.h>

static int dtype_from_dlpack(DlType type) {
    static const struct {
        uint8_t code, bits;
    } types[RT_DTYPE_COUNT] = {{6, 8},  {1, 8},  {0, 8},  {0, 16}, {0, 32}, {0, 64},
                               {2, 16}, {4, 16}, {2, 32}, {2, 64}, {5, 64}, {5, 128}};
    for (int i = 0; i < RT_DTYPE_COUNT; i++)
        if (types[i].code == type.code && types[i].bits == type.bits && type.lanes == 1)
            return i;
    return -1;
}

/* The keys and the layout of a tensor without knowledge of where they lie. */
static bool keys_are_plain(RtCall *call, PyObject *object) {
    PyObject *value = PyObject_CallFunctionObjArgs(rt_torch.keys_of, object, NULL);
    uint64_t keys = value ? PyLong_AsUnsignedLongLong(value) : 0;
    Py_XDECREF(value);
    PyErr_Clear();
    return value && (keys == rt_torch.plain_keys || (call->inference && keys == rt_torch.inference_keys));
}

bool rt_has_plain_keys(RtCall *call, PyObject *object) {
    if (!rt_torch.keys_offset)
        return keys_are_plain(call, object);
    uint64_t keys = *(const uint64_t *)(*(const char *const *)rt_handle(object) + rt_torch.keys_offset);
    return keys == rt_torch.plain_keys || keys == rt_torch.inference_keys;
}

static bool describe_by_exchange(PyObject *object, RtTensor *out) {
    DlTensor t;
    if (rt_torch.exchange->tensor_from_object(object, &t)) {
        PyErr_Clear();
        return false;
    }
    if (t.device.type != 1 || (t.ndim > 0 && !t.strides))
        return false;
    *out = (RtTensor){(char *)t.data + t.byte_offset, t.shape, t.strides, t.ndim, dtype_from_dlpack(t.dtype), object};
    return true;
}

/* What a TensorImpl has in itself; false: it is not known where, or lies elsewhere. */
static bool read_shape(const char *impl, RtTensor *out) {
    if (!rt_torch.shape_offset)
        return false;
    int64_t *sizes = (int64_t *)(impl + rt_torch.shape_offset);
    if ((uint64_t)sizes[-1] > RT_INLINE_RANK)
        return false;
    uint16_t code = *(const uint16_t *)(impl + rt_torch.dtype_offset);
    out->ndim = (int32_t)sizes[-1], out->shape = sizes, out->strides = sizes + RT_INLINE_RANK;
    out->dtype = code < sizeof rt_torch.dtype_of_code ? rt_torch.dtype_of_code[code] : -1;
    return true;
}

static bool ask_shape(RtHandle handle, RtTensor *out) {
    int64_t ndim, *shape, *strides;
    int32_t code;
    if (rt_torch.get_dtype(handle, &code) || rt_torch.get_dim(handle, &ndim) || rt_torch.get_sizes(handle, &shape) ||
        rt_torch.get_strides(handle, &strides))
        return false;
    out->shape = shape, out->strides = strides, out->ndim = (int32_t)ndim;
    out->dtype = code >= 0 && code < (int32_t)sizeof rt_torch.dtype_of_code ? rt_torch.dtype_of_code[code] : -1;
    return true;
}

static bool describe_by_handle(PyObject *object, RtTensor *out) {
    RtHandle handle = rt_handle(object);
    out->object = object;
    return (read_shape(*(const char *const *)handle, out) || ask_shape(handle, out)) &&
           !rt_torch.get_data(handle, &out->data);
}

void rt_describe(PyObject *object, RtTensor *out) {
    if (!(rt_torch.keys_offset ? describe_by_handle(object, out) : describe_by_exchange(object, out)))
        *out = (RtTensor){.dtype = -1};
}

bool rt_tensor_of(PyObject *view, RtTensor *out) {
    rt_describe(view, out);
    return out->dtype >= 0;
}

static bool requires_grad_is(PyObject *tensor, PyObject *wanted) {
    PyObject *value = PyObject_GetAttr(tensor, rt_torch.str_requires_grad);
    bool found = value == wanted;
    Py_XDECREF(value);
    PyErr_Clear();
    return found;
}

/* Do sizes of 1 have other strides than those of a row-major array? A variant says nothing of them, where it takes the
 * array for a row-major one, and what it makes of the array would have others than eager's. */
static bool has_odd_ones(const Py_buffer *buffer) {
    Py_ssize_t stride = buffer->itemsize;
    for (int i = buffer->ndim - 1; i >= 0; i--) {
        if (buffer->shape[i] == 1 && buffer->strides[i] != stride)
            return true;
        stride *= buffer->shape[i] > 1 ? buffer->shape[i] : 1;
    }
    return false;
}

PyObject *rt_tensor_of_array(RtCall *call, PyObject *array) {
    Py_buffer buffer;
    PyObject *tensor = NULL;
    if (array && !PyObject_GetBuffer(array, &buffer, PyBUF_STRIDES | PyBUF_WRITABLE)) {
        if (!PyBuffer_IsContiguous(&buffer, 'C') || !has_odd_ones(&buffer))
            tensor = PyObject_CallFunctionObjArgs(rt_torch.from_numpy, array, NULL);
        PyBuffer_Release(&buffer);
    }
    if (rt_own(call, tensor))
        return tensor;
    PyErr_Clear();
    return NULL;
}

bool rt_requires_no_grad(PyObject *tensor) { return requires_grad_is(tensor, Py_False); }
bool rt_requires_grad(PyObject *tensor) { return requires_grad_is(tensor, Py_True); }

/* For a tensor that has autograd data, or may have: no gradient flows through it, backward or forward. `untracked`: it
 * is used with grad mode off alone. */
static bool needs_no_gradient(RtCall *call, PyObject *object, bool untracked) {
    if (!call->levels_checked) {
        PyObject *level = PyDict_GetItemWithError(rt_torch.forward_ad, rt_torch.str_level);
        if (!level || PyLong_AsLong(level) != -1) {
            PyErr_Clear();
            return false;
        }
        call->levels_checked = true;
    }
    bool ignored = untracked && rt_torch.set_grad_enabled && !call->no_gradients;
    call->untracked = call->untracked || (ignored && call->grad);
    return ignored || (!call->grad && !call->no_gradients) || rt_requires_no_grad(object);
}

/* Not so an inference tensor to which `.data = ...` has given the keys of another one: torch makes no views of it. */
static bool keeps_version(const char *impl) {
    return !rt_torch.counter_offset || *(void *const *)(impl + rt_torch.counter_offset) != NULL;
}

static bool take_tensor(RtCall *call, PyObject *object, RtDType dtype, int rank, bool untracked, RtTensor *out) {
    if (!object || (Py_TYPE(object) != rt_torch.tensor_type && Py_TYPE(object) != rt_torch.parameter_type))
        return false;
    if (rt_torch.keys_offset) {
        const char *impl = *(const char *const *)rt_handle(object);
        uint64_t keys = *(const uint64_t *)(impl + rt_torch.keys_offset);
        if (keys == rt_torch.plain_keys ? !keeps_version(impl) : !call->inference || keys != rt_torch.inference_keys)
            return false;
        bool has_autograd = !rt_torch.autograd_offset || *(void *const *)(impl + rt_torch.autograd_offset) != NULL;
        if ((has_autograd && !needs_no_gradient(call, object, untracked)) || !describe_by_handle(object, out))
            return false;
    } else if (!keys_are_plain(call, object) || !needs_no_gradient(call, object, untracked) ||
               !describe_by_exchange(object, out)) {
        return false;
    }
    if (out->dtype != (int32_t)dtype || (rank >= 0 && out->ndim != rank) || out->ndim > RT_MAX_RANK)
        return false;
    /* Storage that was resized away (some sharding libraries do so) leaves a shape without memory. */
    return out->data || rt_numel(out) == 0;
}

bool rt_tensor(RtCall *call, PyObject *object, RtDType dtype, int rank, RtTensor *out) {
    return take_tensor(call, object, dtype, rank, false, out);
}

bool rt_tensor_untracked(RtCall *call, PyObject *object, RtDType dtype, int rank, RtTensor *out) {
    return take_tensor(call, object, dtype, rank, true, out);
}

/* ---- layout ---------------------------------------------------------------------------------------------- */
int64_t rt_numel(const RtTensor *t) {
    int64_t count = 1;
    for (int32_t i = 0; i < t->ndim; i++)
        count *= t->shape[i];
    return count;
}

void rt_row_major_strides(int32_t ndim, const int64_t *shape, int64_t *strides) {
    int64_t step = 1;
    for (int32_t i = ndim - 1; i >= 0; i--) {
        strides[i] = step;
        step *= shape[i] > 1 ? shape[i] : 1;
    }
}

bool rt_row_major(const RtTensor *t) {
    int64_t step = 1;
    for (int32_t i = t->ndim - 1; i >= 0; i--) {
        if (t->strides[i] != step)
            return false;
        step *= t->shape[i] > 1 ? t->shape[i] : 1;
    }
    return true;
}

bool rt_same_shape(const RtTensor *a, const RtTensor *b) {
    if (a->ndim != b->ndim)
        return false;
    for (int32_t i = 0; i < a->ndim; i++)
        if (a->shape[i] != b->shape[i])
            return false;
    return true;
}

bool rt_strides_are(const RtTensor *t, const int64_t *strides) {
    for (int32_t i = 0; i < t->ndim; i++)
        if (t->shape[i] == 0 || t->strides[i] != strides[i])
            return false;
    return true;
}

static const uint8_t element_size[RT_DTYPE_COUNT] = {1, 1, 1, 2, 4, 8, 2, 2, 4, 8, 8, 16};

/* Bytes from the first element to the end of the last (torch has no negative strides); 0 for an empty tensor. */
static int64_t byte_extent(const RtTensor *t) {
    int64_t last = 0;
    for (int32_t i = 0; i < t->ndim; i++) {
        if (t->shape[i] == 0)
            return 0;
        last += (t->shape[i] - 1) * t->strides[i];
    }
    return (last + 1) * element_size[t->dtype];
}

bool rt_no_overlap(const RtTensor *written, const RtTensor *other) {
    if (written->object && written->object == other->object)
        return false; /* even where it is empty: torch looks at the objects first */
    uintptr_t a = (uintptr_t)written->data, b = (uintptr_t)other->data;
    int64_t a_bytes = byte_extent(written), b_bytes = byte_extent(other);
    return a_bytes == 0 || b_bytes == 0 || a + (uint64_t)a_bytes <= b || b + (uint64_t)b_bytes <= a;
}

bool rt_no_overlap_any(const RtTensor *written, const RtTensor *const *tensors, int64_t count) {
    for (int64_t i = 0; i < count; i++)
        if (tensors[i] != written && !rt_no_overlap(written, tensors[i]))
            return false;
    return true;
}

bool rt_no_overlap_column(const RtTensor *written, const RtTensor *column, int64_t rows, int64_t columns) {
    for (int64_t row = 0; row < rows; row++)
        if (!rt_no_overlap(written, &column[row * columns]))
            return false;
    return true;
}

bool rt_dense_no_self_overlap(const RtTensor *t) {
    bool used[RT_MAX_RANK] = {false};
    int64_t step = 1;
    if (rt_numel(t) == 0)
        return true;
    for (int32_t n = 0; n < t->ndim; n++) { /* dimensions by rising stride; each must start where the last ended */
        int32_t next = -1;
        for (int32_t i = 0; i < t->ndim; i++)
            if (!used[i] && t->shape[i] != 1 && (next < 0 || t->strides[i] < t->strides[next]))
                next = i;
        if (next < 0)
            return true;
        if (t->strides[next] != step)
            return false;
        used[next] = true;
        step *= t->shape[next];
    }
    return true;
}

/* ---- results --------------------------------------------------------------------------------------------- */
static PyObject *tuple_of_ints(int count, const int64_t *values) {
    PyObject *tuple = PyTuple_New(count);
    for (int i = 0; tuple && i < count; i++) {
        PyObject *value = PyLong_FromLongLong(values[i]);
        if (!value || PyTuple_SetItem(tuple, i, value))
            Py_CLEAR(tuple);
    }
    return tuple;
}

static PyObject *output_by_python(RtDType dtype, int ndim, const int64_t *shape, const int64_t *strides) {
    PyObject *result = NULL, *args = Py_BuildValue("(NN)", tuple_of_ints(ndim, shape), tuple_of_ints(ndim, strides));
    PyObject *options = Py_BuildValue("{s:O,s:s}", "dtype", rt_torch.dtypes[dtype], "device", "cpu");
    if (args && options)
        result = PyObject_Call(rt_torch.empty_strided, args, options);
    Py_XDECREF(args);
    Py_XDECREF(options);
    return result;
}

PyObject *rt_wrap_owned(RtHandle handle) {
    PyObject *object = rt_torch.wrap_moved ? rt_torch.wrap_moved(handle) : rt_torch.wrap(handle);
    rt_torch.delete_handle(handle);
    return object;
}

void *rt_torch_error(void) {
    const char *text = rt_torch.error_text ? rt_torch.error_text() : NULL;
    if (!PyErr_Occurred())
        PyErr_SetString(PyExc_RuntimeError, text && *text ? text : "an operator of PyTorch failed");
    return NULL;
}

/* Fresh memory of a large result comes page by page as it is first written, which costs more than most arithmetic on
 * it; in large pages it does not. Advice only: without support nothing changes. */
static void advise_large_pages(void *data, size_t bytes) {
    const uintptr_t page = 2 << 20;
    uintptr_t begin = ((uintptr_t)data + page - 1) / page * page, end = ((uintptr_t)data + bytes) / page * page;
    if (end > begin)
        madvise((void *)begin, end - begin, MADV_HUGEPAGE);
}

/* TensorIterator gives an empty result strides of its own where it finds a dimension of size 1 inside of one of size 0
 * and equal strides for both (torch.randn(0, 1) * 2 has (1, 0)); all other empty results are row-major. */
bool rt_is_oddly_empty(int ndim, const int64_t *shape) {
    bool zero = false, odd = false;
    for (int i = 0; i < ndim; i++)
        zero = zero || shape[i] == 0, odd = odd || (zero && shape[i] == 1);
    return odd;
}

bool rt_output(RtCall *call, RtDType dtype, int ndim, const int64_t *shape, const int64_t *strides, RtTensor *out) {
    int64_t row_major[RT_MAX_RANK];
    PyObject *object = NULL;
    if (!strides) {
        if (!call->wrote && rt_is_oddly_empty(ndim, shape)) {
            call->give_up = "an empty result with a size of 1 inside";
            return false;
        }
        rt_row_major_strides(ndim, shape, row_major);
        strides = row_major;
    }
    if (rt_torch.empty) {
        RtHandle handle;
        if (rt_torch.empty(ndim, shape, strides, rt_torch.dtype_codes[dtype], rt_torch.cpu, 0, &handle))
            rt_torch_error();
        else
            object = rt_wrap_owned(handle);
    } else {
        object = output_by_python(dtype, ndim, shape, strides);
    }
    if (!object && !call->wrote)
        call->give_up = "a result that there is no memory for"; /* the program may catch that */
    if (!rt_own(call, object))
        return false;
    rt_describe(object, out);
    size_t bytes = (size_t)rt_numel(out) * element_size[dtype];
    if (bytes >= 8 << 20)
        advise_large_pages(out->data, bytes);
    return true;
}

/* Where the first element of a tensor lies in its storage; -1 with an exception. */
static int64_t storage_offset(PyObject *tensor) {
    int64_t offset = -1;
    if (rt_torch.get_offset && rt_torch.handle_offset && !rt_torch.get_offset(rt_handle(tensor), &offset))
        return offset;
    PyObject *value = PyObject_CallMethod(tensor, "storage_offset", NULL);
    offset = value ? PyLong_AsLongLong(value) : -1;
    Py_XDECREF(value);
    return offset;
}

static int64_t known_offset(const RtTensor *t) {
    int64_t offset = storage_offset(t->object);
    if (offset < 0)
        PyErr_Clear();
    return offset;
}

bool rt_no_offset(const RtTensor *t) { return known_offset(t) == 0; }

bool rt_even_offset(const RtTensor *t) {
    int64_t offset = known_offset(t);
    return offset >= 0 && offset % 2 == 0;
}

/* Do the elements lie in the memory of the storage? A program may have made it smaller below its tensors. */
static bool lies_in_storage(const RtTensor *base, int ndim, const int64_t *shape, const int64_t *strides,
                            int64_t first) {
    int64_t bytes, end = first + 1;
    for (int i = 0; i < ndim; i++) {
        if (shape[i] == 0)
            return true;
        end += (shape[i] - 1) * strides[i];
    }
    return !rt_torch.get_storage_size(rt_handle(base->object), &bytes) && end <= bytes / element_size[base->dtype];
}

/* Without Python, which takes as long again; NULL without an exception: it is not possible. */
static PyObject *view_by_handle(PyObject *base, int ndim, const int64_t *shape, const int64_t *strides, int64_t first) {
    RtTensor described;
    if (!rt_torch.strided_view || !rt_tensor_of(base, &described) ||
        !lies_in_storage(&described, ndim, shape, strides, first))
        return NULL;
    RtMade view = rt_torch.strided_view(rt_handle(base), (RtInts){shape, (size_t)ndim}, (RtInts){strides, (size_t)ndim},
                                        &(RtOptionalInt){first, true});
    return rt_torch.wrap_moved(&view.tensor);
}

static PyObject *view_by_python(PyObject *base, int ndim, const int64_t *shape, const int64_t *strides, int64_t first) {
    PyObject *sizes = tuple_of_ints(ndim, shape), *steps = tuple_of_ints(ndim, strides), *result = NULL;
    PyObject *offset = PyLong_FromLongLong(first);
    if (sizes && steps && offset)
        result = PyObject_CallFunctionObjArgs(rt_torch.as_strided, base, sizes, steps, offset, NULL);
    Py_XDECREF(sizes);
    Py_XDECREF(steps);
    Py_XDECREF(offset);
    return result;
}

PyObject *rt_view(RtCall *call, PyObject *base, int ndim, const int64_t *shape, const int64_t *strides,
                  int64_t offset) {
    int64_t first = storage_offset(base), row_major[RT_MAX_RANK];
    if (first < 0)
        return NULL;
    if (!strides) {
        rt_row_major_strides(ndim, shape, row_major);
        strides = row_major;
    }
    PyObject *result = view_by_handle(base, ndim, shape, strides, first + offset);
    if (!result && !PyErr_Occurred())
        result = view_by_python(base, ndim, shape, strides, first + offset);
    return rt_own(call, result) ? result : NULL;
}

PyObject *rt_view_real(RtCall *call, PyObject *base, int ndim, const int64_t *shape, const int64_t *strides,
                       int64_t offset) {
    PyObject *parts = PyObject_CallFunctionObjArgs(rt_torch.view_as_real, base, NULL);
    return rt_own(call, parts) ? rt_view(call, parts, ndim, shape, strides, offset) : NULL;
}

PyObject *rt_view_complex(RtCall *call, PyObject *base, int ndim, const int64_t *shape, const int64_t *strides,
                          int64_t offset) {
    int64_t part_shape[RT_MAX_RANK + 1], part_strides[RT_MAX_RANK + 1], row_major[RT_MAX_RANK];
    if (!strides) {
        rt_row_major_strides(ndim, shape, row_major);
        strides = row_major;
    }
    for (int i = 0; i < ndim; i++) {
        part_shape[i] = shape[i];
        part_strides[i] = 2 * strides[i];
    }
    part_shape[ndim] = 2;
    part_strides[ndim] = 1;
    PyObject *parts = rt_view(call, base, ndim + 1, part_shape, part_strides, 2 * offset);
    PyObject *result = parts ? PyObject_CallFunctionObjArgs(rt_torch.view_as_complex, parts, NULL) : NULL;
    return parts && rt_own(call, result) ? result : NULL;
}

PyObject *rt_detached(RtCall *call, PyObject *view) {
    PyObject *result = NULL;
    if (view && rt_torch.detach) {
        RtMade made = rt_torch.detach(rt_handle(view));
        result = rt_torch.wrap_moved(&made.tensor);
    } else if (view) {
        result = PyObject_CallMethod(view, "detach", NULL);
    }
    return rt_own(call, result) ? result : NULL;
}

static PyObject *remade(RtCall *call, const char *how, PyObject *tensor) {
    PyObject *result = tensor ? PyObject_CallFunction(rt_torch.remake, "sO", how, tensor) : NULL;
    return rt_own(call, result) ? result : NULL;
}

PyObject *rt_inference_tensor(RtCall *call, PyObject *tensor) { return remade(call, "tensor", tensor); }
PyObject *rt_view_in_inference(RtCall *call, PyObject *view) { return remade(call, "inference", view); }
PyObject *rt_view_in_no_grad(RtCall *call, PyObject *view) { return remade(call, "no_grad", view); }

static void new_version(PyObject *tensor) {
    if (rt_torch.bump_version) {
        rt_torch.bump_version(rt_handle(tensor));
        return;
    }
    PyObject *none = PyObject_CallFunctionObjArgs(rt_torch.increment_version, tensor, NULL);
    Py_XDECREF(none);
    PyErr_Clear();
}

void rt_bump_version(RtCall *call, const RtTensor *t) {
    call->wrote = true;
    new_version(t->object);
}

void rt_bump_versions(RtCall *call, const RtTensor *t, int64_t count) {
    call->wrote = true;
    for (int64_t i = 0; i < count; i++)
        new_version(t->object);
}

void rt_note_write(RtCall *call) { call->wrote = true; }

bool rt_set_version(RtCall *call, PyObject *tensor, int64_t version) {
    for (int64_t i = 0; tensor && !call->inference && i < version; i++) /* an inference tensor has no version */
        new_version(tensor);
    return tensor != NULL;
}
