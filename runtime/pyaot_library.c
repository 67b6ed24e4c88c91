/* Operators of ATen, called through torch's stable dispatcher interface. */
#include "pyaot_internal.h"

#include <string.h>

/* ---- ATen operators through torch's stable dispatcher interface ------------------------------------------ */
/* A stack slot holds a number bit for bit, or an owning pointer that the dispatcher consumes: a tensor handle, a list,
 * a string, or for an optional a boxed slot (0: None). See torch/csrc/stable/stableivalue_conversions.h of
 * PyTorch 2.13. */
void rt_aten_begin(RtAten *aten, RtCall *call) {
    aten->call = call;
    aten->count = 0;
    aten->failed = false;
}

static void push(RtAten *aten, uint64_t value) {
    if (aten->count < (int)(sizeof aten->stack / sizeof *aten->stack))
        aten->stack[aten->count++] = value;
    else
        aten->failed = true;
}
static uint64_t pointer_bits(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }

static void push_box(RtAten *aten, uint64_t value) {
    uint64_t *box = NULL;
    if (rt_torch.new_value(&box))
        aten->failed = true;
    else
        *box = value;
    push(aten, pointer_bits(box));
}

static uint64_t double_bits(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t tensor_bits(RtAten *aten, const RtTensor *t) {
    RtHandle handle = NULL;
    if (rt_torch.new_handle(rt_handle(t->object), &handle))
        aten->failed = true;
    return pointer_bits(handle);
}

static uint64_t ints_bits(RtAten *aten, int count, const int64_t *values) {
    void *list = NULL;
    if (rt_torch.new_list((size_t)count, &list))
        aten->failed = true;
    for (int i = 0; list && i < count; i++)
        if (rt_torch.list_push(list, (uint64_t)values[i]))
            aten->failed = true;
    return pointer_bits(list);
}

void rt_aten_tensor(RtAten *aten, const RtTensor *t) { push(aten, tensor_bits(aten, t)); }

void rt_aten_data(RtAten *aten, const void *data, RtDType dtype, int ndim, const int64_t *shape,
                  const int64_t *strides) {
    RtHandle handle = NULL;
    if (!aten->call->wrote && rt_is_oddly_empty(ndim, shape)) {
        aten->call->give_up = "an empty operand with a size of 1 inside"; /* the operator would see its strides */
        aten->failed = true;
        return;
    }
    int64_t row_major[RT_MAX_RANK];
    if (!strides)
        rt_row_major_strides(ndim, shape, row_major);
    if (rt_torch.from_blob((void *)(uintptr_t)data, ndim, shape, strides ? strides : row_major, 0,
                           rt_torch.dtype_codes[dtype], rt_torch.cpu, 0, &handle))
        aten->failed = true;
    push(aten, pointer_bits(handle));
}

void rt_aten_int(RtAten *aten, int64_t value) { push(aten, (uint64_t)value); }
void rt_aten_float(RtAten *aten, double value) { push(aten, double_bits(value)); }
void rt_aten_bool(RtAten *aten, bool value) { push(aten, value); }
void rt_aten_none(RtAten *aten) { push(aten, 0); }
void rt_aten_ints(RtAten *aten, int count, const int64_t *values) { push(aten, ints_bits(aten, count, values)); }
void rt_aten_dtype(RtAten *aten, RtDType dtype) { push(aten, (uint64_t)(uint32_t)rt_torch.dtype_codes[dtype]); }

void rt_aten_list(RtAten *aten, int count) {
    void *list = NULL;
    if (aten->failed || count > aten->count || rt_torch.new_list((size_t)count, &list)) {
        aten->failed = true;
        return;
    }
    aten->count -= count;
    for (int i = 0; i < count; i++)
        if (rt_torch.list_push(list, aten->stack[aten->count + i]))
            aten->failed = true;
    push(aten, pointer_bits(list));
}

void rt_aten_some(RtAten *aten) {
    if (aten->count > 0)
        push_box(aten, aten->stack[--aten->count]);
    else
        aten->failed = true;
}

void rt_aten_random(RtAten *aten) {
    RtCall *call = aten->call;
    if (!call->random_state && !(call->random_state = PyObject_CallNoArgs(rt_torch.get_rng_state)))
        aten->failed = true;
}

void rt_aten_str(RtAten *aten, const char *text) {
    void *string = NULL;
    if (rt_torch.new_string(text, strlen(text), &string))
        aten->failed = true;
    push(aten, pointer_bits(string));
}

/* An operator that makes tensors does not count the versions of what it fills, as when Python calls it. Where operands
 * may require grad, it runs with grad mode off, as in the program. */
static int32_t dispatch(RtAten *aten, const char *name, const char *overload, bool in_place) {
    bool untracked = aten->call->untracked;
    uint64_t *keys = in_place ? NULL : rt_thread.keys, excluded = keys ? keys[1] : 0;
    if (keys)
        keys[1] |= rt_torch.counting_key;
    if (untracked)
        rt_torch.set_grad_enabled(false);
    int32_t error = rt_torch.dispatch(name, overload, aten->stack, rt_torch.abi_version);
    if (untracked)
        rt_torch.set_grad_enabled(true);
    if (keys)
        keys[1] = excluded;
    return error;
}

bool rt_aten_call(RtAten *aten, const char *name, const char *overload, int results, RtTensor *out) {
    if (aten->failed) {
        PyErr_Clear();
        if (!aten->call->give_up)
            PyErr_Format(PyExc_SystemError, "%s: the arguments cannot be passed", name);
        return false;
    }
    size_t length = strlen(name);
    bool in_place = (length && name[length - 1] == '_') || strstr(overload, "out");
    PyThreadState *thread = PyEval_SaveThread();
    int32_t error = dispatch(aten, name, overload, in_place);
    PyEval_RestoreThread(thread);
    if (error) {
        rt_torch_error();
        aten->call->give_up = "an operator of PyTorch raised an exception";
        return false;
    }
    if (in_place)
        aten->call->wrote = true;
    bool ok = true;
    for (int i = 0; i < results; i++) { /* each handle is taken over, also after a failure */
        PyObject *object = rt_wrap_owned((RtHandle)(uintptr_t)aten->stack[i]);
        ok = rt_own(aten->call, object) && ok;
        if (ok)
            rt_describe(object, &out[i]);
        if (ok && (out[i].dtype == RT_C64 || out[i].dtype == RT_C128) && !rt_has_plain_keys(aten->call, object)) {
            aten->call->give_up = "a result that is a conjugate view";
            ok = false;
        }
    }
    return ok;
}

/* ---- positions in a mask ----------------------------------------------------------------------------------------- */
void rt_compact(const uint8_t *mask, int64_t n, int64_t count, int64_t *positions) {
    int64_t found = 0;
    for (int64_t i = 0; i < n && found < count;) {
        uint64_t eight;
        if (i + 8 <= n && (memcpy(&eight, mask + i, sizeof eight), eight == 0)) {
            i += 8;
            continue;
        }
        for (int64_t last = i + 8 < n ? i + 8 : n; i < last && found < count;
             i++) { /* without a branch to mispredict */
            positions[found] = i;
            found += mask[i] != 0;
        }
    }
    for (; found < count; found++) /* another thread has changed the mask since it was counted */
        positions[found] = 0;
}
