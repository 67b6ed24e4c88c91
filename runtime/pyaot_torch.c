/* Finds what the run time uses of the PyTorch that this process has loaded.
 *
 * torch is loaded RTLD_LOCAL, so its symbols are reached through dlopen(RTLD_NOLOAD) of its libraries. Where objects
 * lie (the at::Tensor in a Python tensor; dispatch keys, autograd data, shape and dtype in a TensorImpl) is discovered
 * on sample tensors whose values are known from torch's own Python functions, never assumed: a PyTorch that is laid out
 * differently yields an unknown offset, and the slower public ways (DLPack exchange, Python calls) are taken. */
#include "pyaot_internal.h"

#include <dlfcn.h>
#include <malloc.h>
#include <stdio.h>
#include <string.h>

RtTorch rt_torch;

static PyObject *attr_path(PyObject *root, const char *path) { /* new reference; NULL with an exception set */
    char part[64];
    Py_INCREF(root);
    while (root && *path) {
        size_t len = strcspn(path, ".");
        snprintf(part, sizeof part, "%.*s", (int)len, path);
        PyObject *next = PyObject_GetAttrString(root, part);
        Py_DECREF(root);
        root = next;
        path += len + (path[len] == '.');
    }
    return root;
}

/* ---- samples --------------------------------------------------------------------------------------------- */
/* Runs `text` with `torch` as a name; gives the dict of its names. */
static PyObject *run_python(const char *text, PyObject *torch) {
    PyObject *names = PyDict_New(), *builtins = PyEval_GetBuiltins();
    PyObject *code = names ? Py_CompileString(text, "<pyaot run time>", Py_file_input) : NULL;
    bool ok = code && PyDict_SetItemString(names, "__builtins__", builtins) == 0 &&
              PyDict_SetItemString(names, "torch", torch) == 0;
    PyObject *none = ok ? PyEval_EvalCode(code, names, names) : NULL;
    Py_XDECREF(code);
    if (!none)
        Py_CLEAR(names);
    Py_XDECREF(none);
    return names;
}

/* The samples are made in a thread of their own, whose modes are those of a fresh thread whatever the importer has set.
 */
static const char sample_text[] =
    "import threading\n"
    "from functools import lru_cache\n"
    "found = {}\n"
    "def samples(modes):\n"
    "    with torch.inference_mode(False), torch.no_grad():\n"
    "        found['plain'] = torch.empty(3)\n"
    "        found['shaped'] = torch.empty(2, 5, dtype=torch.int64)\n"
    "        found['negated'] = torch._neg_view(torch.empty(3))\n"
    "        kinds = (torch.bool, torch.uint8, torch.int16, torch.bfloat16, torch.float32, torch.float64)\n"
    "        found['ranks'] = [torch.empty(tuple(range(1, 1 + i)), dtype=d) for i, d in enumerate(kinds)]\n"
    "    found['modes'] = modes()\n"
    "    with torch.inference_mode():\n"
    "        found['inference'] = torch.empty(3)\n"
    "        found['inference_modes'] = modes()\n"
    "    found['leaf'] = torch.empty(3)\n"
    "    counting = getattr(torch._C.DispatchKey, 'ADInplaceOrView', None)\n"
    "    found['counting'] = 0 if counting is None else torch._C.DispatchKeySet(counting).raw_repr()\n"
    "def keys(tensor):\n"
    "    tensor.is_inference() or tensor._version\n" /* raises where none is kept */
    "    return torch._C._dispatch_keys(tensor).raw_repr()\n"
    "def probe():\n"
    "    return (not (torch._C._len_torch_dispatch_stack() or torch._C._len_torch_function_stack()\n"
    "                 or torch._C._is_any_autocast_enabled() or torch.jit.is_tracing()\n"
    "                 or torch._C._functorch.peek_interpreter_stack() is not None),\n"
    "            torch.is_inference_mode_enabled(), torch.is_grad_enabled())\n"
    "def remake(how, t):\n"
    "    base = t._base if how != 'tensor' else None\n"
    "    if (base is None or base.dtype != t.dtype) and (how != 'tensor' or t.is_inference()):\n"
    "        return t\n"
    "    with torch.no_grad() if how == 'no_grad' else torch.inference_mode():\n"
    "        if how != 'tensor':\n"
    "            return base.as_strided(t.size(), t.stride(), t.storage_offset())\n"
    "        return torch.empty(0, dtype=t.dtype).set_(t.untyped_storage(), t.storage_offset(), t.size(), t.stride())\n"
    "def first_answer(function, known={}):\n"
    "    if function not in known:\n"
    "        code = getattr(getattr(function, '__wrapped__', function), '__code__', None)\n"
    "        own = type(function) in (type(probe), type(lru_cache(probe))) and code is not None\n"
    "        own = own and code.co_filename.startswith(torch.__path__[0])\n"
    "        if not own:\n"
    "            return None\n"
    "        known[function] = function()\n"
    "    return known[function]\n"
    "class Probe:\n"
    "    a = -1\n"
    "def methods():\n"
    "    kinds = (torch.Tensor, torch.nn.Parameter)\n"
    "    names = ('__call__', '__getattr__', '__getattribute__', '_call_impl', '_wrapped_call_impl')\n"
    "    found = [{n: v for c in reversed(k.__mro__) for n, v in vars(c).items() if n != '__slotnames__'}\n"
    "             for k in kinds]\n" /* pickle keeps __slotnames__ in classes */
    "    return [*found, {n: getattr(torch.nn.Module, n) for n in names}]\n"
    "def unchanged(before):\n"
    "    torch.Tensor.abs, torch.nn.Parameter.abs, torch.nn.Module.forward\n"
    "    return all(a.get(n) is v for b, a in zip(before, methods()) for n, v in b.items())\n"
    "def untouched():\n"
    "    base, home = vars(torch._C.TensorBase), torch.__path__[0]\n"
    "    own = [v for k in (torch.Tensor, torch.nn.Parameter) for n, v in vars(k).items() if n in base]\n"
    "    return all(getattr(v, '__code__', torch.typename.__code__).co_filename.startswith(home) for v in own)\n"
    "method = threading.Thread().start\n"
    "def run(modes):\n"
    "    thread = threading.Thread(target=samples, args=(modes,))\n"
    "    thread.start()\n"
    "    thread.join()\n";

static PyObject *modes_function(PyObject *self, PyObject *unused) {
    (void)self, (void)unused;
    const uint64_t *keys = rt_torch.core ? dlsym(rt_torch.core, "_ZN3c104impl26raw_local_dispatch_key_setE") : NULL;
    return keys ? Py_BuildValue("KK", (unsigned long long)keys[0], (unsigned long long)keys[1]) : Py_BuildValue("");
}

static PyObject *sample(PyObject *found, const char *name) { return PyDict_GetItemString(found, name); }

/* Where in an object of `size` bytes the word `wanted` lies, if at one place only; else 0. */
static Py_ssize_t find_word(const void *object, size_t start, size_t size, uint64_t wanted) {
    Py_ssize_t found = 0;
    for (size_t at = start; at + 8 <= size; at += 8) {
        uint64_t word;
        memcpy(&word, (const char *)object + at, 8);
        if (word == wanted) {
            if (found)
                return 0;
            found = (Py_ssize_t)at;
        }
    }
    return found;
}

static Py_ssize_t handle_offset_of(PyObject *torch, PyObject *tensor) {
    Py_ssize_t offset = 0;
    PyObject *get = attr_path(torch, "_C._aoti.unsafe_alloc_void_ptr_from_tensor");
    PyObject *capsule = get ? PyObject_CallFunctionObjArgs(get, tensor, NULL) : NULL;
    void **handle = capsule ? PyCapsule_GetPointer(capsule, PyCapsule_GetName(capsule)) : NULL;
    PyObject *size = handle ? attr_path((PyObject *)Py_TYPE(tensor), "__basicsize__") : NULL;
    if (size)
        offset = find_word(tensor, sizeof(PyObject), (size_t)PyLong_AsSsize_t(size), (uint64_t)(uintptr_t)*handle);
    if (handle && rt_torch.delete_handle)
        rt_torch.delete_handle(handle);
    Py_XDECREF(size);
    Py_XDECREF(capsule);
    Py_XDECREF(get);
    PyErr_Clear();
    return offset;
}

static const char *impl_of(PyObject *tensor) {
    const char *impl;
    memcpy(&impl, (char *)tensor + rt_torch.handle_offset, sizeof impl);
    return impl;
}

static bool keys_of(PyObject *names, PyObject *tensor, uint64_t *keys) {
    PyObject *function = PyDict_GetItemString(names, "keys");
    PyObject *value = function && tensor ? PyObject_CallFunctionObjArgs(function, tensor, NULL) : NULL;
    if (value)
        *keys = PyLong_AsUnsignedLongLong(value);
    Py_XDECREF(value);
    return value && !PyErr_Occurred();
}

static PyObject *of_library(const char *module, const char *name) {
    PyObject *found = PyImport_ImportModule(module);
    PyObject *value = found ? PyObject_GetAttrString(found, name) : NULL;
    Py_XDECREF(found);
    return value;
}

static bool find_types(void) {
    rt_torch.cell_type = of_library("types", "CellType");
    rt_torch.weak_count = of_library("_weakref", "getweakrefcount");
    rt_torch.deque_type = (PyTypeObject *)of_library("collections", "deque");
    return rt_torch.cell_type && rt_torch.deque_type;
}

/* Where a Python function keeps its code, on a sample function and the type of a sample bound method. */
static void discover_functions(PyObject *function, PyObject *method) {
    PyObject *code = PyObject_GetAttrString(function, "__code__");
    PyObject *size = PyObject_GetAttrString((PyObject *)Py_TYPE(function), "__basicsize__");
    if (code && size)
        rt_torch.code_offset =
            find_word(function, sizeof(PyObject), (size_t)PyLong_AsSsize_t(size), (uint64_t)(uintptr_t)code);
    if (rt_torch.code_offset)
        rt_torch.function_type = (PyTypeObject *)Py_NewRef((PyObject *)Py_TYPE(function));
    if (method)
        rt_torch.method_type = (PyTypeObject *)Py_NewRef((PyObject *)Py_TYPE(method));
    Py_XDECREF(code);
    Py_XDECREF(size);
    PyErr_Clear();
}

/* Where a type keeps its version tag: the one number that differs after each change of a sample class, at once and when
 * the class has been looked up again. */
static Py_ssize_t tag_offset_of(PyObject *type) {
    PyObject *basic = PyObject_GetAttrString((PyObject *)Py_TYPE(type), "__basicsize__");
    Py_ssize_t size = basic ? PyLong_AsSsize_t(basic) : 0, found = 0;
    Py_XDECREF(basic);
    uint32_t words[3][256];
    size = size < (Py_ssize_t)sizeof words[0] ? size : (Py_ssize_t)sizeof words[0];
    for (int round = 0; round < 3 && size > 0; round++) {
        for (int step = 0; step < 3; step++) {
            PyObject *value = step == 1 ? PyLong_FromLong(round) : NULL;
            if (step == 1 && (!value || PyObject_SetAttrString(type, "a", value)))
                size = 0;
            Py_XDECREF(value);
            if (step != 1)
                Py_XDECREF(PyObject_GetAttrString(type, "a")); /* a look-up gives the type a tag */
            memcpy(words[step], type, (size_t)size);
        }
        Py_ssize_t here = 0;
        for (Py_ssize_t i = 4; i < size / 4; i++)
            if (words[0][i] && words[2][i] && words[0][i] != words[1][i] && words[0][i] != words[2][i])
                here = here ? -1 : i * 4;
        if (here <= 0 || (round > 0 && here != found))
            return 0;
        found = here;
    }
    return found;
}

/* Where a dict keeps its version: the one word of a sample that each change of an item makes a new one, and that no
 * look-up changes. */
static Py_ssize_t version_offset_of(void) {
    PyObject *basic = PyObject_GetAttrString((PyObject *)&PyDict_Type, "__basicsize__");
    Py_ssize_t size = basic ? PyLong_AsSsize_t(basic) : 0, found = 0;
    uint64_t words[3][16];
    PyObject *dict = PyDict_New(), *key = PyUnicode_InternFromString("a"), *values[2] = {PyList_New(0), PyList_New(0)};
    bool ok = dict && key && values[0] && values[1] && !PyDict_SetItem(dict, key, values[1]);
    size = size < (Py_ssize_t)sizeof words[0] ? size : (Py_ssize_t)sizeof words[0];
    for (int round = 0; round < 4 && ok; round++) {
        for (int step = 0; step < 3 && ok; step++) {
            if (step == 1)
                ok = PyDict_GetItemWithError(dict, key) != NULL;
            if (step == 2)
                ok = PyDict_SetItem(dict, key, values[round % 2]) == 0;
            memcpy(words[step], dict, (size_t)size);
        }
        Py_ssize_t here = 0;
        for (Py_ssize_t i = 2; i < size / 8; i++)
            if (words[0][i] == words[1][i] && words[1][i] != words[2][i])
                here = here ? -1 : i * 8;
        ok = ok && here > 0 && (round == 0 || here == found);
        found = here;
    }
    Py_XDECREF(values[0]);
    Py_XDECREF(values[1]);
    Py_XDECREF(key);
    Py_XDECREF(dict);
    Py_XDECREF(basic);
    PyErr_Clear();
    return ok ? found : 0;
}

/* Where an object of a class that has CPython care for its dictionary has that dictionary: in one of the words before
 * the object, which are there for each such class. */
static Py_ssize_t dict_offset_of(PyObject *type) {
    PyObject *object = PyType_GetFlags((PyTypeObject *)type) & RT_MANAGED_DICT ? PyObject_CallNoArgs(type) : NULL;
    PyObject *dict = object ? PyObject_GenericGetDict(object, NULL) : NULL;
    Py_ssize_t found = 0;
    for (Py_ssize_t word = -4; dict && word < 0; word++)
        if (((PyObject *const *)object)[word] == dict)
            found = found ? 0 : word * (Py_ssize_t)sizeof(PyObject *);
    Py_XDECREF(dict);
    Py_XDECREF(object);
    PyErr_Clear();
    return found;
}

static void discover_types(PyObject *names) {
    PyObject *probe = PyDict_GetItemString(names, "Probe"), *methods = PyDict_GetItemString(names, "methods");
    PyObject *untouched = PyObject_CallNoArgs(PyDict_GetItemString(names, "untouched"));
    rt_torch.methods = untouched == Py_True ? PyObject_CallNoArgs(methods) : Py_NewRef(Py_None);
    rt_torch.unchanged = Py_NewRef(PyDict_GetItemString(names, "unchanged"));
    rt_torch.tag_offset = tag_offset_of(probe);
    rt_torch.version_offset = version_offset_of();
    rt_torch.dict_offset = dict_offset_of(probe);
    Py_XDECREF(untouched);
    PyErr_Clear();
}

/* The only place where `with` has a pointer and `without` has none; 0: there is none, or several. */
static Py_ssize_t pointer_offset(const char *without, const char *with, size_t size) {
    Py_ssize_t found = 0;
    for (size_t at = 8; at + 8 <= size; at += 8) {
        uint64_t none, some;
        memcpy(&none, without + at, 8);
        memcpy(&some, with + at, 8);
        if (none == 0 && some > 0xffff) {
            if (found)
                return 0;
            found = (Py_ssize_t)at;
        }
    }
    return found;
}

static Py_ssize_t autograd_offset_of(PyObject *leaf) {
    char before[512];
    const char *impl = impl_of(leaf);
    size_t size = malloc_usable_size((void *)impl);
    size = size < sizeof before ? size : sizeof before;
    memcpy(before, impl, size);
    PyObject *none = PyObject_CallMethod(leaf, "requires_grad_", NULL);
    if (!none)
        return 0;
    Py_DECREF(none);
    return pointer_offset(before, impl, size);
}

/* Where the pointer to the version lies, which an inference tensor has none of. */
static Py_ssize_t counter_offset_of(PyObject *plain, PyObject *inference) {
    const char *with = impl_of(plain);
    return pointer_offset(impl_of(inference), with, malloc_usable_size((void *)with));
}

/* Whether the sizes of a tensor lie at `offset` in its TensorImpl, its rank before them and its strides after. */
static bool has_shape_at(PyObject *tensor, Py_ssize_t offset) {
    const char *impl = impl_of(tensor);
    int64_t ndim, *sizes, *strides;
    if (rt_torch.get_dim(rt_handle(tensor), &ndim) || rt_torch.get_sizes(rt_handle(tensor), &sizes) ||
        rt_torch.get_strides(rt_handle(tensor), &strides))
        return false;
    const int64_t *here = (const int64_t *)(impl + offset);
    return here == sizes && here + RT_INLINE_RANK == strides && here[-1] == ndim;
}

/* Whether the code of a tensor's dtype lies at `offset` in its TensorImpl. */
static bool has_dtype_at(PyObject *tensor, Py_ssize_t offset) {
    uint16_t found;
    int32_t code;
    memcpy(&found, impl_of(tensor) + offset, sizeof found);
    return !rt_torch.get_dtype(rt_handle(tensor), &code) && found == code;
}

/* Where shapes and dtypes lie, on tensors of all ranks that a TensorImpl holds without more memory. */
static void discover_shapes(PyObject *samples) {
    Py_ssize_t count = PyList_Size(samples), size = 0, dtype = 0;
    PyObject *last = PyList_GetItem(samples, count - 1);
    int64_t *sizes;
    if (!rt_torch.get_sizes || !rt_torch.get_dim || !rt_torch.get_strides || !rt_torch.get_dtype ||
        rt_torch.get_sizes(rt_handle(last), &sizes))
        return;
    size = (Py_ssize_t)malloc_usable_size((void *)impl_of(last));
    Py_ssize_t offset = (const char *)sizes - impl_of(last);
    bool ok = offset > 8 && offset + 2 * RT_INLINE_RANK * 8 <= size;
    for (Py_ssize_t i = 0; ok && i < count; i++)
        ok = has_shape_at(PyList_GetItem(samples, i), offset);
    for (Py_ssize_t at = 8; ok && at + 2 <= size; at += 2) {
        bool here = true;
        for (Py_ssize_t i = 0; here && i < count; i++)
            here = has_dtype_at(PyList_GetItem(samples, i), at);
        ok = !here || !dtype;
        dtype = here ? at : dtype;
    }
    if (ok && dtype)
        rt_torch.shape_offset = offset, rt_torch.dtype_offset = dtype;
}

static bool discover(PyObject *torch, bool portable) {
    static PyMethodDef modes_def = {"modes", modes_function, METH_NOARGS, NULL};
    PyObject *modes = PyCFunction_New(&modes_def, NULL);
    PyObject *names = modes ? run_python(sample_text, torch) : NULL;
    PyObject *run = names ? PyDict_GetItemString(names, "run") : NULL;
    PyObject *none = run ? PyObject_CallFunctionObjArgs(run, modes, NULL) : NULL;
    Py_XDECREF(modes);
    if (!none) {
        Py_XDECREF(names);
        return false;
    }
    Py_DECREF(none);
    PyObject *found = sample(names, "found");
    PyObject *plain = sample(found, "plain"), *negated = sample(found, "negated"),
             *inference = sample(found, "inference");
    PyObject *leaf = sample(found, "leaf"), *shaped = sample(found, "shaped");
    uint64_t negated_keys = 0;
    bool ok = leaf && keys_of(names, plain, &rt_torch.plain_keys) && keys_of(names, negated, &negated_keys) &&
              keys_of(names, inference, &rt_torch.inference_keys);
    rt_torch.remake = Py_NewRef(PyDict_GetItemString(names, "remake"));
    rt_torch.first_answer = Py_NewRef(PyDict_GetItemString(names, "first_answer"));
    rt_torch.probe = Py_NewRef(PyDict_GetItemString(names, "probe"));
    rt_torch.keys_of = Py_NewRef(PyDict_GetItemString(names, "keys"));
    unsigned long long a = 0, b = 0, c = 1, d = 1;
    bool have_modes = ok && rt_torch.core && PyTuple_Check(sample(found, "modes")) &&
                      PyArg_ParseTuple(sample(found, "modes"), "KK", &a, &b) &&
                      PyArg_ParseTuple(sample(found, "inference_modes"), "KK", &c, &d) && a == 0 && b == 0 && (c || d);
    rt_torch.inference_modes[0] = c, rt_torch.inference_modes[1] = d;
    if (!have_modes)
        rt_torch.core = NULL;
    rt_torch.counting_key = have_modes ? PyLong_AsUnsignedLongLong(sample(found, "counting")) : 0;
    if (ok && !portable) {
        rt_torch.handle_offset = handle_offset_of(torch, plain);
        if (handle_offset_of(torch, shaped) != rt_torch.handle_offset)
            rt_torch.handle_offset = 0;
    }
    if (rt_torch.handle_offset) {
        const char *impl = impl_of(plain);
        Py_ssize_t at = find_word(impl, 8, malloc_usable_size((void *)impl), rt_torch.plain_keys);
        if (at && memcmp(impl_of(negated) + at, &negated_keys, 8) == 0 &&
            memcmp(impl_of(inference) + at, &rt_torch.inference_keys, 8) == 0)
            rt_torch.keys_offset = at;
        rt_torch.autograd_offset = autograd_offset_of(leaf);
        rt_torch.counter_offset = counter_offset_of(plain, inference);
        discover_shapes(sample(found, "ranks"));
    }
    ok = ok && find_types();
    discover_types(names);
    discover_functions(rt_torch.probe, PyDict_GetItemString(names, "method"));
    PyErr_Clear();
    Py_DECREF(names);
    if (!ok)
        PyErr_SetString(PyExc_RuntimeError, "this PyTorch does not give the dispatch keys of a tensor");
    return ok;
}

/* ---- symbols --------------------------------------------------------------------------------------------- */
static void *library(const char *torch_file, const char *name) {
    char path[4096];
    const char *end = strrchr(torch_file, '/');
    int len = end ? (int)(end - torch_file) : 0;
    if (!end || snprintf(path, sizeof path, "%.*s/lib/%s", len, torch_file, name) >= (int)sizeof path)
        return NULL;
    return dlopen(path, RTLD_NOLOAD | RTLD_LAZY);
}

static void bind_symbols(const char *torch_file) {
    void *cpu = library(torch_file, "libtorch_cpu.so"), *python = library(torch_file, "libtorch_python.so");
    rt_torch.core = library(torch_file, "libc10.so");
    const struct {
        void **place;
        const char *name;
    } symbols[] = {
        {(void **)&rt_torch.grad_enabled, "aoti_torch_grad_mode_is_enabled"},
        {(void **)&rt_torch.set_grad_enabled, "aoti_torch_grad_mode_set_enabled"},
        {(void **)&rt_torch.function_mode_enabled, "_ZN2at4impl27torch_function_mode_enabledEv"},
        {(void **)&rt_torch.get_dim, "aoti_torch_get_dim"},
        {(void **)&rt_torch.get_sizes, "aoti_torch_get_sizes"},
        {(void **)&rt_torch.get_strides, "aoti_torch_get_strides"},
        {(void **)&rt_torch.get_dtype, "aoti_torch_get_dtype"},
        {(void **)&rt_torch.get_data, "aoti_torch_get_data_ptr"},
        {(void **)&rt_torch.get_offset, "aoti_torch_get_storage_offset"},
        {(void **)&rt_torch.get_storage_size, "aoti_torch_get_storage_size"},
        {(void **)&rt_torch.empty, "aoti_torch_empty_strided"},
        {(void **)&rt_torch.delete_handle, "aoti_torch_delete_tensor_object"},
        {(void **)&rt_torch.new_handle, "aoti_torch_new_tensor_handle"},
        {(void **)&rt_torch.from_blob, "aoti_torch_create_tensor_from_blob"},
        {(void **)&rt_torch.bump_version, "_ZN5torch8autograd4impl12bump_versionERKN2at6TensorE"},
        {(void **)&rt_torch.strided_view,
         "_ZN2at4_ops10as_strided4callERKNS_6TensorEN3c108ArrayRefINS5_6SymIntEEES8_St8optionalIS7_E"},
        {(void **)&rt_torch.detach, "_ZN2at4_ops6detach4callERKNS_6TensorE"},
        {(void **)&rt_torch.dispatch, "torch_call_dispatcher"},
        {(void **)&rt_torch.new_list, "torch_new_list_reserve_size"},
        {(void **)&rt_torch.list_push, "torch_list_push_back"},
        {(void **)&rt_torch.delete_list, "torch_delete_list"},
        {(void **)&rt_torch.new_string, "torch_new_string_handle"},
        {(void **)&rt_torch.new_value, "torch_new_stable_ivalue"},
        {(void **)&rt_torch.error_text, "torch_exception_get_what_without_backtrace"},
        {(void **)&rt_torch.sgemm, "sgemm_"},
        {(void **)&rt_torch.dgemm, "dgemm_"},
    };
    for (size_t i = 0; cpu && i < sizeof symbols / sizeof *symbols; i++)
        *symbols[i].place = dlsym(cpu, symbols[i].name);
    if (python) {
        rt_torch.wrap = (PyObject * (*)(RtHandle)) dlsym(python, "_Z16THPVariable_WrapRKN2at10TensorBaseE");
        rt_torch.wrap_moved = (PyObject * (*)(RtHandle)) dlsym(python, "_Z16THPVariable_WrapON2at10TensorBaseE");
    }
    static const char *const codes[RT_DTYPE_COUNT] = {"bool",    "uint8",   "int8",      "int16",
                                                      "int32",   "int64",   "float16",   "bfloat16",
                                                      "float32", "float64", "complex64", "complex128"};
    memset(rt_torch.dtype_of_code, -1, sizeof rt_torch.dtype_of_code);
    for (int i = 0; cpu && i < RT_DTYPE_COUNT; i++) {
        char name[64];
        snprintf(name, sizeof name, "aoti_torch_dtype_%s", codes[i]);
        int32_t (*code)(void) = (int32_t(*)(void))dlsym(cpu, name);
        rt_torch.dtype_codes[i] = code ? code() : -1;
        if (rt_torch.dtype_codes[i] >= 0 && rt_torch.dtype_codes[i] < (int32_t)sizeof rt_torch.dtype_of_code)
            rt_torch.dtype_of_code[rt_torch.dtype_codes[i]] = (int8_t)i;
        else
            rt_torch.get_dtype = NULL;
    }
    uint64_t (*abi)(void) = cpu ? (uint64_t(*)(void))dlsym(cpu, "aoti_torch_abi_version") : NULL;
    rt_torch.abi_version = abi ? abi() : 0;
    int32_t (*device)(void) = cpu ? (int32_t(*)(void))dlsym(cpu, "aoti_torch_device_type_cpu") : NULL;
    rt_torch.cpu = device ? device() : 0;
}

/* Handles are used only when the whole family is there. */
static void drop_incomplete(void) {
    if (!(rt_torch.get_dim && rt_torch.get_sizes && rt_torch.get_strides && rt_torch.get_dtype && rt_torch.get_data &&
          rt_torch.empty && rt_torch.delete_handle && rt_torch.new_handle && rt_torch.wrap))
        rt_torch.handle_offset = rt_torch.keys_offset = 0;
    if (!rt_torch.handle_offset) {
        rt_torch.keys_offset = rt_torch.autograd_offset = rt_torch.counter_offset = rt_torch.shape_offset = 0;
        rt_torch.wrap = rt_torch.wrap_moved = NULL, rt_torch.empty = NULL, rt_torch.bump_version = NULL,
        rt_torch.dispatch = NULL;
    }
    if (!(rt_torch.handle_offset && rt_torch.get_offset && rt_torch.get_storage_size && rt_torch.wrap_moved))
        rt_torch.strided_view = NULL, rt_torch.detach = NULL;
    if (!(rt_torch.new_list && rt_torch.list_push && rt_torch.delete_list && rt_torch.new_string &&
          rt_torch.new_value && rt_torch.from_blob && rt_torch.abi_version))
        rt_torch.dispatch = NULL;
}

/* ---- Python objects -------------------------------------------------------------------------------------- */
static bool bind_python(PyObject *torch) {
    static const char *const dtype_names[RT_DTYPE_COUNT] = {"bool",    "uint8",   "int8",      "int16",
                                                            "int32",   "int64",   "float16",   "bfloat16",
                                                            "float32", "float64", "complex64", "complex128"};
    static const char *const hooks[] = {"_global_backward_pre_hooks",
                                        "_global_backward_hooks",
                                        "_global_forward_hooks",
                                        "_global_forward_pre_hooks",
                                        "_global_buffer_registration_hooks",
                                        "_global_module_registration_hooks",
                                        "_global_parameter_registration_hooks"};
    for (int i = 0; i < RT_DTYPE_COUNT; i++)
        if (!(rt_torch.dtypes[i] = attr_path(torch, dtype_names[i])))
            return false;
    PyObject *modules = attr_path(torch, "nn.modules.module");
    for (size_t i = 0; modules && i < sizeof hooks / sizeof *hooks; i++)
        if ((rt_torch.module_hooks[i] = attr_path(modules, hooks[i])))
            rt_torch.module_hook_count++;
    Py_XDECREF(modules);
    PyObject *forward_ad = PyImport_ImportModule("torch.autograd.forward_ad");
    rt_torch.forward_ad = forward_ad ? Py_NewRef(PyModule_GetDict(forward_ad)) : NULL;
    Py_XDECREF(forward_ad);
    PyObject *capsule = attr_path(torch, "Tensor.__dlpack_c_exchange_api__");
    rt_torch.exchange = capsule ? PyCapsule_GetPointer(capsule, "dlpack_exchange_api") : NULL;
    rt_torch.str_requires_grad = PyUnicode_InternFromString("requires_grad");
    rt_torch.str_contents = PyUnicode_InternFromString("cell_contents");
    rt_torch.str_function = PyUnicode_InternFromString("__func__");
    rt_torch.str_cpu = PyUnicode_InternFromString("cpu");
    rt_torch.str_level = PyUnicode_InternFromString("_current_level");
    return rt_torch.module_hook_count == 7 && rt_torch.forward_ad && rt_torch.exchange &&
           rt_torch.exchange->major == 1 && (rt_torch.tensor_type = (PyTypeObject *)attr_path(torch, "Tensor")) &&
           (rt_torch.parameter_type = (PyTypeObject *)attr_path(torch, "nn.Parameter")) &&
           (rt_torch.module_type = (PyTypeObject *)attr_path(torch, "nn.Module")) &&
           (rt_torch.increment_version = attr_path(torch, "autograd.graph.increment_version")) &&
           (rt_torch.set_grad_mode = attr_path(torch, "_C._set_grad_enabled")) &&
           (rt_torch.empty_strided = attr_path(torch, "empty_strided")) &&
           (rt_torch.as_strided = attr_path(torch, "as_strided")) &&
           (rt_torch.from_numpy = attr_path(torch, "from_numpy")) &&
           (rt_torch.view_as_real = attr_path(torch, "view_as_real")) &&
           (rt_torch.view_as_complex = attr_path(torch, "view_as_complex")) &&
           (rt_torch.get_rng_state = attr_path(torch, "random.default_generator.get_state")) &&
           (rt_torch.set_rng_state = attr_path(torch, "set_rng_state")) &&
           (rt_torch.return_types = attr_path(torch, "return_types")) &&
           (rt_torch.size_type = attr_path(torch, "Size")) &&
           (rt_torch.get_default_dtype = attr_path(torch, "get_default_dtype")) &&
           (rt_torch.get_autocast_dtype = attr_path(torch, "get_autocast_dtype"));
}

bool rt_torch_bind(bool portable) {
    if (rt_torch.ready)
        return true;
    PyObject *torch = PyImport_ImportModule("torch");
    PyObject *file = torch ? PyObject_GetAttrString(torch, "__file__") : NULL;
    const char *path = file ? PyUnicode_AsUTF8AndSize(file, NULL) : NULL;
    bool ok = path && bind_python(torch);
    if (ok && !portable)
        bind_symbols(path);
    ok = ok && discover(torch, portable);
    drop_incomplete();
    Py_XDECREF(file);
    Py_XDECREF(torch);
    if (!ok && !PyErr_Occurred())
        PyErr_SetString(PyExc_RuntimeError, "this PyTorch lacks what the run time needs");
    return rt_torch.ready = ok;
}

/* ---- methods of tensors ---------------------------------------------------------------------------------- */

/* Whether every method and attribute of the tensor types and of nn.Module is what it was at load. Compared in full only
 * when a type has changed. */
bool rt_methods_unchanged(void) {
    if (!rt_torch.tag_offset)
        return rt_torch.methods != Py_None;
    PyTypeObject *const types[] = {rt_torch.tensor_type, rt_torch.parameter_type, rt_torch.module_type};
    bool current = true;
    for (int i = 0; i < 3; i++)
        current = current && rt_tag_of(types[i]) == rt_torch.tags[i] && rt_torch.tags[i];
    if (__builtin_expect(current, 1))
        return rt_torch.methods_unchanged;
    PyObject *same = rt_torch.methods && rt_torch.methods != Py_None
                         ? PyObject_CallFunctionObjArgs(rt_torch.unchanged, rt_torch.methods, NULL)
                         : NULL;
    rt_torch.methods_unchanged = same == Py_True;
    for (int i = 0; i < 3; i++)
        rt_torch.tags[i] = rt_tag_of(types[i]);
    Py_XDECREF(same);
    PyErr_Clear();
    return rt_torch.methods_unchanged;
}

/* ---- modes ----------------------------------------------------------------------------------------------- */
static bool probe_modes(RtModes *modes) {
    PyObject *found = PyObject_CallNoArgs(rt_torch.probe);
    int plain, inference, grad;
    bool ok = found && PyArg_ParseTuple(found, "ppp", &plain, &inference, &grad);
    if (ok)
        *modes = (RtModes){plain != 0, inference != 0, grad != 0};
    Py_XDECREF(found);
    return ok;
}

bool rt_modes(RtModes *modes) {
    if (!rt_torch.core || !rt_torch.function_mode_enabled || !rt_torch.grad_enabled)
        return probe_modes(modes);
    RtThread *thread = &rt_thread;
    if (!thread->keys)
        thread->keys = dlsym(rt_torch.core, "_ZN3c104impl26raw_local_dispatch_key_setE");
    const uint64_t *keys = thread->keys;
    bool normal = (keys[0] | keys[1]) == 0;
    modes->inference = !normal && keys[0] == rt_torch.inference_modes[0] && keys[1] == rt_torch.inference_modes[1];
    modes->plain = (normal || modes->inference) && !rt_torch.function_mode_enabled();
    modes->grad = rt_torch.grad_enabled();
    return true;
}
