/* Guards on classes that no global names: what `type` has made them of. See FACT_MADE in the compiler's source.h. */
#include "pyaot_internal.h"

#include <stdlib.h>
#include <string.h>

PyObject *rt_type(PyObject *object) { return (PyObject *)(object ? Py_TYPE(object) : NULL); }

/* What was found to be made as the text says; no references: a tag is never given twice. */
typedef struct Made {
    const PyObject *type;
    const char *text;
    uint32_t tag;
} Made;
enum { KNOWN = 1024 };
static Made known[KNOWN];

/* The end of the line that begins there. */
static const char *end_of(const char *at) { return at + strcspn(at, "\n"); }

/* Takes over `value`. */
static bool is_text(PyObject *value, const char *begin, const char *end) {
    bool same = value && rt_is_str(value, begin, (size_t)(end - begin));
    Py_XDECREF(value);
    return same;
}

/* "module:Class", or "?": another guard says which it is. */
static bool is_base(RtState *state, PyObject *base, const char *begin, const char *end) {
    char path[512];
    size_t len = (size_t)(end - begin);
    if (*begin == '?')
        return true;
    if (len >= sizeof path)
        return false;
    memcpy(path, begin, len);
    path[len] = 0;
    char *colon = strchr(path, ':');
    *colon = 0;
    PyObject *wanted = rt_find_class(state, path, colon + 1);
    Py_XDECREF(wanted);
    return wanted && wanted == base;
}

/* A function of that code, or what holds one: a property, a static or a class method. */
static bool holds_code(RtState *state, PyObject *value, char kind, const char *at, const char *end) {
    static const char *const holders[] = {"property", "staticmethod", "classmethod"};
    const char *which = strchr("psc", kind);
    char *qualname, text[512];
    size_t len = (size_t)(end - at);
    if (len >= sizeof text)
        return false;
    memcpy(text, at, len);
    text[len] = 0;
    int64_t line = strtoll(text, &qualname, 10);
    if (!which)
        return rt_has_code(value, qualname + 1, line);
    PyObject *holder = PyDict_GetItemString(state->builtins, holders[which - "psc"]);
    if ((PyObject *)Py_TYPE(value) != holder)
        return false;
    PyObject *held = PyObject_GetAttrString(value, kind == 'p' ? "fget" : "__func__");
    bool same = held && rt_has_code(held, qualname + 1, line);
    Py_XDECREF(held);
    return same;
}

/* The line of the attribute; NULL: there is none. */
static const char *line_of(const char *lines, const char *name) {
    size_t len = strlen(name);
    for (; *lines; lines = end_of(lines) + 1)
        if (!strncmp(lines + 1, name, len) && (lines[1 + len] == '=' || lines[1 + len] == '\n'))
            return lines;
    return NULL;
}

/* Is the attribute as its line says? 1 or 0; -1: it has none, and needs none. */
static int attribute_fits(RtState *state, PyObject *names, PyObject *key, const char *lines) {
    const char *name = PyUnicode_Check(key) ? PyUnicode_AsUTF8AndSize(key, NULL) : NULL;
    if (!name || rt_is_of_every_class(name) || !strcmp(name, "__replace__")) /* the last of dataclasses, from 3.13 on */
        return name ? -1 : 0;
    const char *line = line_of(lines, name), *equals = line ? line + 1 + strlen(name) : NULL;
    PyObject *value = PyObject_GetItem(names, key);
    int fits = 0;
    if (!line) /* which Python puts beside an __eq__ */
        fits = value == Py_None && !strcmp(name, "__hash__") && line_of(lines, "__eq__") ? -1 : 0;
    else if (value && *line == 'g')
        fits = Py_TYPE(value) == rt_torch.function_type;
    else if (value && *line == 'v')
        fits = !PyType_GetSlot(Py_TYPE(value), Py_tp_descr_get);
    else if (value)
        fits = *equals == '=' && holds_code(state, value, *line, equals + 1, end_of(line));
    Py_XDECREF(value);
    return fits;
}

static bool attributes_fit(RtState *state, PyObject *type, const char *lines) {
    PyObject *names = PyObject_GetAttrString(type, "__dict__"), *keys = names ? PyMapping_Keys(names) : NULL;
    Py_ssize_t count = keys ? PyList_Size(keys) : -1, wanted = 0, found = 0;
    bool fits = count >= 0;
    for (Py_ssize_t i = 0; fits && i < count; i++) {
        int each = attribute_fits(state, names, PyList_GetItem(keys, i), lines);
        fits = each != 0;
        found += each == 1;
    }
    for (const char *at = lines; *at; at = end_of(at) + 1)
        wanted++;
    Py_XDECREF(keys);
    Py_XDECREF(names);
    return fits && found == wanted;
}

static bool is_made(RtState *state, PyObject *type, const char *text) {
    const char *name_end = end_of(text), *qualname = name_end + 1, *at = end_of(qualname);
    if (!is_text(PyObject_GetAttrString(type, "__name__"), text, name_end) ||
        !is_text(PyObject_GetAttrString(type, "__qualname__"), qualname, at))
        return false;
    PyObject *mro = PyObject_GetAttrString(type, "__mro__");
    Py_ssize_t count = mro && PyTuple_Check(mro) ? PyTuple_Size(mro) : 0, i = 1;
    bool fits = count > 0;
    for (at++; fits && *at != '\n'; at = end_of(at) + 1, i++)
        fits = i < count && is_base(state, PyTuple_GetItem(mro, i), at, end_of(at));
    Py_XDECREF(mro);
    return fits && i == count && attributes_fit(state, type, at + 1);
}

bool rt_class_made(RtCall *call, PyObject *type, const char *text) {
    if (!type || Py_TYPE(type) != &PyType_Type)
        return false;
    Made *entry = &known[(((uintptr_t)type >> 4) ^ ((uintptr_t)text >> 2)) % KNOWN];
    uint32_t tag = rt_torch.tag_offset ? rt_tag_of((PyTypeObject *)type) : 0;
    if (tag && entry->type == type && entry->text == text && entry->tag == tag)
        return true;
    Py_XDECREF(PyObject_GetAttrString(type, "__doc__")); /* a look-up gives the class a tag */
    tag = rt_torch.tag_offset ? rt_tag_of((PyTypeObject *)type) : 0;
    bool made = is_made(call->state, type, text);
    PyErr_Clear();
    if (made && tag && tag == rt_tag_of((PyTypeObject *)type))
        *entry = (Made){type, text, tag};
    return made;
}
