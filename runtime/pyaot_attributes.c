/* Attributes of Python objects without running code of the user: reading them for guards, and the writes that a variant
 * is left with when it returns.
 *
 * What a class says of a name is looked up along its MRO and remembered until the class's version tag changes. */
#include "pyaot_internal.h"

#include <string.h>

/* ---- what a class says of a name ------------------------------------------------------------------------- */
enum {
    ATTR_FOUND = 1,
    ATTR_DATA = 2,      /* a data descriptor: comes before the object's own dictionary */
    ATTR_RUNS = 4,      /* reading or setting it may run Python code: a property, a descriptor of somebody's class */
    ATTR_OF_MODULE = 8, /* nn.Module itself defines it */
    ATTR_OF_OBJECT = 16 /* no class but `object` defines it */
};
typedef struct ClassAttr {
    PyTypeObject *type;
    PyObject *name;
    uint32_t tag;
    int bits;
} ClassAttr;
enum { CLASS_ATTRS = 512 };
static ClassAttr class_attrs[CLASS_ATTRS];

static int bits_of(PyObject *attr, PyObject *holder) {
    PyTypeObject *kind = Py_TYPE(attr);
    bool foreign = (PyType_GetFlags(kind) & Py_TPFLAGS_HEAPTYPE) || kind == &PyProperty_Type;
    int bits = ATTR_FOUND;
    bool sets = PyType_GetSlot(kind, Py_tp_descr_set);
    bits |= sets ? ATTR_DATA : 0;
    bits |= foreign && (sets || PyType_GetSlot(kind, Py_tp_descr_get)) ? ATTR_RUNS : 0;
    bits |= holder == (PyObject *)rt_torch.module_type ? ATTR_OF_MODULE : 0;
    return bits | (holder == (PyObject *)&PyBaseObject_Type ? ATTR_OF_OBJECT : 0);
}

static int look_up(PyTypeObject *type, PyObject *name) {
    PyObject *mro = PyObject_GetAttrString((PyObject *)type, "__mro__");
    int bits = mro && PyTuple_Check(mro) ? 0 : ATTR_FOUND | ATTR_DATA | ATTR_RUNS;
    for (Py_ssize_t i = 0; !bits && i < PyTuple_Size(mro); i++) {
        PyObject *holder = PyTuple_GetItem(mro, i), *dict = PyObject_GetAttrString(holder, "__dict__");
        PyObject *attr = dict ? PyObject_GetItem(dict, name) : NULL;
        if (attr)
            bits = bits_of(attr, holder);
        Py_XDECREF(attr);
        Py_XDECREF(dict);
        PyErr_Clear();
    }
    Py_XDECREF(mro);
    PyErr_Clear();
    return bits;
}

static int class_attr(PyTypeObject *type, PyObject *name) {
    if (!rt_torch.tag_offset)
        return look_up(type, name);
    uintptr_t hash = ((uintptr_t)type >> 4) * 31 + ((uintptr_t)name >> 4);
    ClassAttr *known = &class_attrs[hash % CLASS_ATTRS];
    uint32_t tag = rt_tag_of(type);
    if (tag && known->type == type && known->name == name && known->tag == tag)
        return known->bits;
    int bits = look_up(type, name);
    *known = (ClassAttr){type, name, rt_tag_of(type), bits}; /* no references: a tag is never given twice */
    return bits;
}

static PyObject *name_of(PyObject **slot, const char *text) {
    if (!*slot)
        *slot = PyUnicode_InternFromString(text);
    return *slot;
}
static PyObject *str_getattribute, *str_getattr, *str_setattr, *str_tables[3];

/* The dictionaries of parameters, buffers and submodules. */
static PyObject *module_table(PyObject *dict, int i) { /* borrowed; NULL without an exception */
    static const char *const names[] = {"_parameters", "_buffers", "_modules"};
    PyObject *table = dict ? PyDict_GetItemWithError(dict, name_of(&str_tables[i], names[i])) : NULL;
    return table && PyDict_Check(table) ? table : NULL;
}

static PyObject *instance_dict(PyObject *object) { /* new; NULL without an exception */
    PyObject *dict = PyObject_GenericGetDict(object, NULL);
    if (!dict)
        PyErr_Clear();
    return dict;
}

/* ---- reading --------------------------------------------------------------------------------------------- */
static bool makes_plain_objects(PyTypeObject *type) { /* neither classes nor modules */
    return !PyType_IsSubtype(type, &PyType_Type) && !PyType_IsSubtype(type, &PyModule_Type);
}

static bool is_of_program(PyTypeObject *type) {
    return (PyType_GetFlags(type) & Py_TPFLAGS_HEAPTYPE) && makes_plain_objects(type);
}

/* What Module.__getattr__ finds, when no subclass has another one. */
static PyObject *from_module_tables(PyTypeObject *type, PyObject *dict, PyObject *name) {
    if (!PyType_IsSubtype(type, rt_torch.module_type) ||
        !(class_attr(type, name_of(&str_getattr, "__getattr__")) & ATTR_OF_MODULE))
        return NULL;
    for (int i = 0; i < 3; i++) {
        PyObject *table = module_table(dict, i), *value = table ? PyDict_GetItemWithError(table, name) : NULL;
        if (value)
            return Py_NewRef(value);
    }
    return NULL;
}

/* Functions named __getattribute__ that this build has compiled: what they read of the object itself is read here. The
 * module of one may be imported later than the build is loaded. */
typedef struct Hook {
    RtState *state;
    int pinned;
} Hook;
static Hook hooks[16];
static int hook_count;

void rt_add_hooks(RtState *state) {
    for (int i = 0; i < state->module->pinned_count; i++) {
        const char *dot = strrchr(state->module->pinned[i].name, '.');
        if (dot && !strcmp(dot, ".__getattribute__") && hook_count < (int)(sizeof hooks / sizeof *hooks))
            hooks[hook_count++] = (Hook){state, i};
    }
}

static bool is_compiled_hook(PyTypeObject *type) {
    PyObject *found = hook_count ? PyObject_GetAttr((PyObject *)type, str_getattribute) : NULL;
    bool known = false;
    for (int i = 0; i < hook_count && found && !known; i++)
        known = found == rt_pinned_function(hooks[i].state, hooks[i].pinned);
    Py_XDECREF(found);
    PyErr_Clear();
    return known;
}

PyObject *rt_read_attr(PyObject *object, PyObject *name) {
    PyTypeObject *type = Py_TYPE(object);
    if (!is_of_program(type))
        return PyObject_GetAttr(object, name);
    if (PyType_GetSlot(type, Py_tp_getattro) != (void *)PyObject_GenericGetAttr &&
        !(class_attr(type, name_of(&str_getattribute, "__getattribute__")) & ATTR_OF_OBJECT))
        return is_compiled_hook(type) ? PyObject_GenericGetAttr(object, name) : NULL;
    int bits = class_attr(type, name);
    if (bits & ATTR_DATA)
        return bits & ATTR_RUNS ? NULL : PyObject_GetAttr(object, name);
    PyObject *dict = instance_dict(object);
    PyObject *value = dict ? Py_XNewRef(PyDict_GetItemWithError(dict, name)) : NULL;
    if (!value && bits)
        value = bits & ATTR_RUNS ? NULL : PyObject_GetAttr(object, name);
    else if (!value)
        value = from_module_tables(type, dict, name);
    Py_XDECREF(dict);
    return value;
}

/* ---- writing --------------------------------------------------------------------------------------------- */
static bool is_stored_plainly(PyTypeObject *type, RtSettable how) {
    if (how == RT_HOOKED || how == RT_HOOKED_IN_MODULE)
        return true;
    if (how == RT_PLAIN || how == RT_DELETED || how == RT_SLOT)
        return PyType_GetSlot(type, Py_tp_setattro) == (void *)PyObject_GenericSetAttr;
    return PyType_IsSubtype(type, rt_torch.module_type) &&
           (class_attr(type, name_of(&str_setattr, "__setattr__")) & ATTR_OF_MODULE);
}

static bool slot_goes_unseen(PyObject *object, PyObject *name) {
    PyObject *old = PyObject_GenericGetAttr(object, name);
    bool unseen = rt_dies_unseen(old);
    Py_XDECREF(old);
    PyErr_Clear();
    return unseen;
}

bool rt_settable(RtCall *call, PyObject *object, int name, RtSettable how) {
    PyObject *key = call->state->names[name];
    if (!object || !makes_plain_objects(Py_TYPE(object)) || !is_stored_plainly(Py_TYPE(object), how))
        return false;
    int bits = class_attr(Py_TYPE(object), key);
    if (how == RT_SLOT || (bits & ATTR_DATA))
        return how == RT_SLOT && (bits & ATTR_DATA) && !(bits & ATTR_RUNS) && slot_goes_unseen(object, key);
    PyObject *dict = instance_dict(object);
    PyObject *old = dict ? PyDict_GetItemWithError(dict, key) : NULL;
    bool ok = dict && !(how == RT_BUFFER && old) && !(how == RT_DELETED && !old) && rt_dies_unseen(old);
    bool of_module = how == RT_IN_MODULE || how == RT_HOOKED_IN_MODULE || how == RT_BUFFER;
    for (int i = 0; ok && of_module && i < 3; i++) {
        PyObject *table = module_table(dict, i);
        ok = table && !PyDict_GetItemWithError(table, key) == !(how == RT_BUFFER && i == 1);
    }
    Py_XDECREF(dict);
    PyErr_Clear();
    return ok;
}

bool rt_apart(PyObject *dict, PyObject *object) {
    PyObject *own = object ? instance_dict(object) : NULL;
    bool apart = dict && object && own != dict;
    for (int i = 0; i < 3; i++)
        apart = apart && module_table(own, i) != dict;
    Py_XDECREF(own);
    return apart;
}

/* ---- objects that are made for the caller ---------------------------------------------------------------- */
PyObject *rt_new_empty(RtCall *call, PyObject *type) {
    PyObject *made = NULL;
    PyTypeObject *const bases[] = {&PyDict_Type, &PyList_Type, &PySet_Type, &PyBaseObject_Type};
    for (size_t i = 0; type && PyType_Check(type) && !made && i < sizeof bases / sizeof *bases; i++)
        if (PyType_IsSubtype((PyTypeObject *)type, bases[i])) {
            made = PyObject_CallMethod((PyObject *)bases[i], "__new__", "O", type);
            break;
        }
    if (type == Py_None)
        made = PyDict_New();
    if (!made && type && type != Py_None && !(PyType_GetFlags((PyTypeObject *)type) & Py_TPFLAGS_HEAPTYPE)) {
        PyErr_Clear(); /* a class in C, which makes its objects itself */
        made = PyObject_CallMethod(type, "__new__", "O", type);
    }
    if (!made)
        call->give_up = "an object that cannot be made";
    return rt_own(call, made) ? made : NULL;
}

/* A member of the class (of its __slots__, or one that is written in C) is set through its descriptor. */
static bool store(PyObject *object, PyObject *dict, PyObject *name, PyObject *value) {
    int bits = class_attr(Py_TYPE(object), name);
    if (!dict || ((bits & ATTR_DATA) && !(bits & ATTR_RUNS)))
        return PyObject_GenericSetAttr(object, name, value) == 0;
    return PyDict_SetItem(dict, name, value) == 0;
}

bool rt_fill(RtCall *call, PyObject *object, int64_t attributes, int64_t count, PyObject *const *names,
             PyObject *const *values) {
    (void)call;
    PyObject *dict = object && attributes ? instance_dict(object) : NULL;
    bool ok = object != NULL;
    for (int64_t i = 0; ok && i < count; i++) {
        ok = names[i] && values[i];
        if (ok && i < attributes)
            ok = store(object, dict, names[i], values[i]);
        else if (ok && PyList_Check(object))
            ok = PyList_Append(object, values[i]) == 0;
        else if (ok)
            ok = PyAnySet_Check(object) ? PySet_Add(object, values[i]) == 0 : rt_set_key(object, names[i], values[i]);
    }
    Py_XDECREF(dict);
    return ok;
}

bool rt_set_attr(RtCall *call, PyObject *object, int name, PyObject *value) {
    return PyObject_SetAttr(object, call->state->names[name], value) == 0;
}

bool rt_set_plain(RtCall *call, PyObject *object, int name, PyObject *value) {
    return PyObject_GenericSetAttr(object, call->state->names[name], value) == 0;
}

bool rt_set_buffer(RtCall *call, PyObject *module, int name, PyObject *value) {
    PyObject *dict = instance_dict(module), *buffers = module_table(dict, 1);
    bool ok = buffers ? PyDict_SetItem(buffers, call->state->names[name], value) == 0
                      : PyObject_SetAttr(module, call->state->names[name], value) == 0;
    Py_XDECREF(dict);
    return ok;
}

/* By torch's own method, whatever the class of the module has in its place. */
bool rt_register_buffer(RtCall *call, PyObject *module, int name, PyObject *value, PyObject *persistent) {
    PyObject *done = PyObject_CallMethod((PyObject *)rt_torch.module_type, "register_buffer", "OOOO", module,
                                         call->state->names[name], value, persistent);
    Py_XDECREF(done);
    return done != NULL;
}

/* Lists, and what is written like them: deques and sets, which are of the exact types. A tuple is one argument. */
static bool call_method(PyObject *object, const char *name, PyObject *arg) {
    PyObject *none = arg ? PyObject_CallMethod(object, name, "(O)", arg) : PyObject_CallMethod(object, name, NULL);
    Py_XDECREF(none);
    return none != NULL;
}

bool rt_put(PyObject *list, int64_t index, PyObject *value) {
    if (!PyList_Check(list))
        return PySequence_SetItem(list, (Py_ssize_t)index, value) == 0;
    return PyList_SetItem(list, (Py_ssize_t)index, Py_NewRef(value)) == 0;
}

bool rt_append(PyObject *list, PyObject *value) {
    if (Py_IS_TYPE(list, &PySet_Type))
        return PySet_Add(list, value) == 0;
    return PyList_Check(list) ? PyList_Append(list, value) == 0 : call_method(list, "append", value);
}

bool rt_replace(RtCall *call, PyObject *list, int64_t count, PyObject *const *items) {
    PyObject *made = rt_new_list(call, (int)count, items);
    if (made && !PyList_Check(list))
        return call_method(list, "clear", NULL) && call_method(list, "extend", made);
    return made && PyList_SetSlice(list, 0, PyList_Size(list), made) == 0;
}

/* Dicts, also of classes of the program: what those do themselves has been evaluated, and the C class that they derive
 * from does the rest. The members of sets are keys. A value of NULL deletes. */
static bool write_key(PyObject *dict, PyObject *key, PyObject *value) {
    PyTypeObject *base = rt_dict_base(dict);
    objobjargproc write = base ? (objobjargproc)PyType_GetSlot(base, Py_mp_ass_subscript) : NULL;
    return write && key && write(dict, key, value) == 0;
}

bool rt_set_key(PyObject *dict, PyObject *key, PyObject *value) {
    if (PyDict_CheckExact(dict))
        return key && PyDict_SetItem(dict, key, value) == 0;
    return write_key(dict, key, value);
}

bool rt_delete_key(PyObject *dict, PyObject *key) {
    if (Py_IS_TYPE(dict, &PySet_Type))
        return key && PySet_Discard(dict, key) >= 0;
    return write_key(dict, key, NULL);
}

bool rt_clear(PyObject *dict) { return call_method(dict, "clear", NULL); }

bool rt_delete_attr(RtCall *call, PyObject *object, int name) {
    return PyObject_GenericSetAttr(object, call->state->names[name], NULL) == 0;
}

bool rt_set_grad_mode(bool on) {
    PyObject *done = PyObject_CallFunctionObjArgs(rt_torch.set_grad_mode, on ? Py_True : Py_False, NULL);
    Py_XDECREF(done);
    return done != NULL;
}

bool rt_set_global(RtCall *call, int name, PyObject *value) {
    return PyDict_SetItem(call->state->globals, call->state->names[name], value) == 0;
}

bool rt_warn(RtCall *call, int64_t count, PyObject *const *facts) {
    RtState *state = call->state;
    PyObject *args = state->warn ? rt_new_tuple(call, (int)count, facts) : NULL;
    PyObject *done = args ? PyObject_CallObject(state->warn, args) : NULL;
    state->python++;
    Py_XDECREF(done);
    return done != NULL;
}
