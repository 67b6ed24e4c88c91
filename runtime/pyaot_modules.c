/* Guards on modules: what is in their tables, and that a call of one does no more than call forward(). */
#include "pyaot_internal.h"

#include <stdlib.h>
#include <string.h>

enum { MODULE_METHODS = 5 };
static PyObject *str_parameters, *str_buffers, *str_modules, *str_forward, *str_hooks[4], *str_methods[MODULE_METHODS];

bool rt_modules_init(void) {
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

/* What a module may have: the first, the second, or both of str_hooks, and a forward of its own. */
enum { MODULE_FORWARD = 16 };
static const char may_have[2 * MODULE_FORWARD];

static bool is_plain(PyObject *module, const void *hooked) {
    int64_t kinds = hooked ? (const char *)hooked - may_have : 0;
    if (!class_unchanged(Py_TYPE(module)))
        return false;
    PyObject *dict = instance_dict(module);
    bool plain = dict && ((kinds & MODULE_FORWARD) || !PyDict_GetItemWithError(dict, str_forward));
    for (int i = 0; plain && i < 4; i++) {
        PyObject *hooks = PyDict_GetItemWithError(dict, str_hooks[i]);
        plain = hooks && PyDict_Check(hooks) && (PyDict_Size(hooks) == 0 || (kinds >> i & 1));
    }
    Py_XDECREF(dict);
    PyErr_Clear();
    return plain;
}

bool rt_plain_module(RtCall *call, PyObject *module) {
    return module && no_global_hooks(call) && rt_seen_truth(call, module, NULL, RT_ASK_PLAIN, is_plain);
}

bool rt_hooked_module(RtCall *call, PyObject *module, int64_t kinds) {
    return module && no_global_hooks(call) && rt_seen_truth(call, module, &may_have[kinds], RT_ASK_PLAIN, is_plain);
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
