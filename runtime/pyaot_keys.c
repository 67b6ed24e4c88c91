/* The keys of dicts and the members of sets, compared with the text of a fact: a line each.
 *
 * A line is a string as it is, or begins with the mark of another kind of key; a tuple is its items, each ended by
 * SEPARATOR. */
#include "pyaot_internal.h"

#include <stdlib.h>
#include <string.h>

enum { INT = '\1', CLASS = '\2', TUPLE = '\3', CONSTANT = '\4', MEMBER = '\5', OBJECT = '\6', ANY = '\7' };
#define SEPARATOR "\x1f"

/* The operations of a dict are those of the C class that its class derives from, but for those of the bits of `own`. */
static bool is_plain_dict(PyObject *dict, int64_t own_names) {
    static const char *const names[] = {"__getitem__", "__contains__", "__setitem__", "__delitem__", "__iter__"};
    PyTypeObject *type = Py_TYPE(dict), *base = rt_dict_base(dict);
    bool same = base != NULL;
    for (size_t i = 0; base != type && same && i < sizeof names / sizeof *names; i++) {
        if (own_names >> i & 1)
            continue;
        PyObject *own = PyObject_GetAttrString((PyObject *)type, names[i]);
        PyObject *given = PyObject_GetAttrString((PyObject *)base, names[i]);
        same = own && own == given;
        Py_XDECREF(own);
        Py_XDECREF(given);
    }
    PyErr_Clear();
    return same;
}

static PyObject *new_named(RtState *state, char *path) {
    char *name = strchr(path, ':'), *member = *path == MEMBER ? strrchr(path, '.') : NULL;
    *name++ = '\0';
    if (member)
        *member++ = '\0';
    if (*path == OBJECT)
        return rt_object_named(state, path + 1, name);
    PyObject *type = rt_class_named(state, path + 1, name);
    return type && member ? PyObject_GetAttrString(type, member) : Py_XNewRef(type);
}

/* The class, member of an enum or other object that the text names: "module:Class", "module:Class.MEMBER",
 * "torch:float32". Borrowed, or NULL. Classes are kept by the address of their names, so the copy of the text is kept
 * as well. */
static PyObject *named(RtState *state, const char *text, size_t len) {
    for (int i = 0; i < state->key_count; i++)
        if (state->keys[i].text == text)
            return state->keys[i].object;
    RtKey *keys = realloc(state->keys, sizeof *keys * (size_t)(state->key_count + 1));
    state->keys = keys ? keys : state->keys;
    char *path = keys ? malloc(len + 1) : NULL;
    if (!path)
        return NULL;
    memcpy(path, text, len);
    path[len] = '\0';
    PyObject *object = new_named(state, path);
    PyErr_Clear();
    keys[state->key_count++] = (RtKey){text, object}; /* one that is not there is not looked for again */
    return object;
}

static bool is_part(RtState *state, PyObject *key, const char *text, size_t len) {
    int64_t number;
    switch (*text) {
    case INT:
        return rt_int(key, &number) && number == strtoll(text + 1, NULL, 10);
    case CONSTANT:
        return key == (text[1] == 'N' ? Py_None : text[1] == 'T' ? Py_True : Py_False);
    case ANY: /* the facts of the key itself say which it is */
        return true;
    case CLASS:
    case MEMBER:
    case OBJECT:
        return key == named(state, text, len);
    default:
        return rt_is_str(key, text, len);
    }
}

/* The key that begins at text, which ends with a newline. */
static bool is_key(RtState *state, PyObject *key, const char *text) {
    size_t len = strcspn(text, "\n");
    if (*text != TUPLE)
        return *text && is_part(state, key, text, len);
    if (!PyTuple_CheckExact(key))
        return false;
    const char *at = text + 1;
    Py_ssize_t i = 0;
    for (bool same = true; at < text + len; i++, at += strcspn(at, SEPARATOR) + 1) {
        same = i < PyTuple_Size(key) && is_part(state, PyTuple_GetItem(key, i), at, strcspn(at, SEPARATOR));
        if (!same)
            return false;
    }
    return i == PyTuple_Size(key);
}

static bool keys_in_order(RtState *state, PyObject *object, const char *text) {
    PyObject *keys = PyObject_GetIter(object), *key;
    bool same = keys != NULL;
    Py_ssize_t count = 0;
    for (; same && (key = PyIter_Next(keys)); count++) {
        same = is_key(state, key, text);
        text += same ? strcspn(text, "\n") + 1 : 0;
        Py_DECREF(key);
    }
    Py_XDECREF(keys);
    same = same && !*text && !PyErr_Occurred();
    PyErr_Clear();
    return same &&
           (!PyDict_Check(object) || PyDict_Size(object) == count); /* dict's own methods see what an order lacks */
}

bool rt_keys_are(RtCall *call, PyObject *object, const char *text, int64_t own) {
    if (object && Py_IS_TYPE(object, &PyDictProxy_Type)) /* of functools.singledispatch */
        return keys_in_order(call->state, object, text);
    if (!object || !PyDict_Check(object))
        return false;
    if (!PyDict_CheckExact(object)) /* an OrderedDict has an order of its own */
        return is_plain_dict(object, own) && keys_in_order(call->state, object, text);
    PyObject *key, *value;
    for (Py_ssize_t at = 0; PyDict_Next(object, &at, &key, &value);) {
        if (!is_key(call->state, key, text))
            return false;
        text += strcspn(text, "\n") + 1;
    }
    return !*text;
}

static bool asked_key(PyObject *object, PyObject *key, bool wanted, int64_t own) {
    if (object && PyAnySet_CheckExact(object))
        return key && rt_has_object(object, key, wanted);
    if (!key || !object || !PyDict_Check(object) || (!PyDict_CheckExact(object) && !is_plain_dict(object, own)))
        return false;
    bool found = PyDict_GetItemWithError(object, key) != NULL;
    PyErr_Clear();
    return found == wanted;
}

bool rt_has_key(RtCall *call, PyObject *object, int name, bool wanted, int64_t own) {
    return asked_key(object, call->state->names[name], wanted, own);
}

bool rt_has_int_key(RtCall *call, PyObject *object, int64_t key, bool wanted, int64_t own) {
    (void)call;
    PyObject *number = PyLong_FromLongLong(key);
    bool same = asked_key(object, number, wanted, own);
    Py_XDECREF(number);
    return same;
}

static bool has_line(RtState *state, const char *text, PyObject *key) {
    for (; *text; text += strcspn(text, "\n") + 1)
        if (is_key(state, key, text))
            return true;
    return false;
}

bool rt_members_are(RtCall *call, PyObject *object, const char *text) {
    Py_ssize_t lines = 0;
    for (const char *at = text; *at; at += strcspn(at, "\n") + 1)
        lines++;
    bool same = object && PySet_Size(object) == lines;
    PyObject *members = same ? PyObject_GetIter(object) : NULL, *member;
    while (members && same && (member = PyIter_Next(members))) {
        same = has_line(call->state, text, member);
        Py_DECREF(member);
    }
    Py_XDECREF(members);
    PyErr_Clear();
    return same;
}
