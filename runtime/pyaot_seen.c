/* What was read from an object the last time, for as long as nothing about the object has changed.
 *
 * Guards read the same modules on each call: children, parameters, hooks, plain attributes. CPython gives each
 * dictionary a version that no other dictionary ever has, and each class a tag; where these can be found (rt_torch_bind
 * tries them on samples), an object's dictionary, the dictionaries of an nn.Module in it, and its class are compared by
 * version instead of being looked into. Nothing here keeps an object alive: an entry is looked up by address, and an
 * object that took the place of another has a dictionary of another version. */
#include "pyaot_internal.h"

#include <stdlib.h>
#include <string.h>

enum { ENTRIES = 4096, TABLES = 7, ANSWERS = 12 };

typedef struct Answer {
    const void *name; /* an interned string, or a literal of the generated code */
    int question;
    PyObject *value; /* borrowed from a dictionary whose version is compared; NULL: there is none */
} Answer;

typedef struct Seen {
    const PyObject *object;
    const PyTypeObject *type;
    uint32_t tag;
    uint64_t serial; /* of the call that compared it last */
    PyObject *dict, *tables[TABLES];
    const uint64_t *places[TABLES + 1]; /* of the versions of the tables and the dictionary */
    uint64_t versions[TABLES + 1];
    int count;
    Answer answers[ANSWERS];
} Seen;

static Seen *entries;
static PyObject *table_names[TABLES];

static const uint64_t *version_place(const PyObject *dict) {
    static const uint64_t none;
    return dict ? (const uint64_t *)((const char *)dict + rt_torch.version_offset) : &none;
}

static bool ready(void) {
    static const char *const names[TABLES] = {"_parameters",        "_buffers",           "_modules",
                                              "_forward_hooks",     "_forward_pre_hooks", "_backward_hooks",
                                              "_backward_pre_hooks"};
    if (entries)
        return true;
    if (!rt_torch.version_offset || !rt_torch.tag_offset)
        return false;
    for (int i = 0; i < TABLES; i++)
        if (!table_names[i] && !(table_names[i] = PyUnicode_InternFromString(names[i])))
            return false;
    return (entries = calloc(ENTRIES, sizeof *entries)) != NULL;
}

static bool is_unchanged(const Seen *seen) {
    if (seen->versions[TABLES] != *seen->places[TABLES]) /* the tables may be gone */
        return false;
    uint64_t changed = 0;
    for (int i = 0; i < TABLES; i++)
        changed |= seen->versions[i] ^ *seen->places[i];
    return changed == 0;
}

/* False: what should be a dictionary is something else. An OrderedDict, as hooks are kept in, is a dict with a version
 * too. */
static bool look_anew(Seen *seen, PyObject *object, PyObject *dict) {
    *seen = (Seen){.object = object, .type = Py_TYPE(object), .tag = rt_tag_of(Py_TYPE(object)), .dict = dict};
    for (int i = 0; i < TABLES; i++) {
        PyObject *table = PyDict_GetItemWithError(dict, table_names[i]);
        if (table && !PyDict_Check(table)) {
            seen->object = NULL;
            return false;
        }
        seen->tables[i] = table;
        seen->places[i] = version_place(table);
        seen->versions[i] = *seen->places[i];
    }
    seen->places[TABLES] = version_place(dict);
    seen->versions[TABLES] = *seen->places[TABLES];
    PyErr_Clear();
    return true;
}

/* The entry of an object, with what still holds of it; NULL: it is none that can be compared. The call holds the
 * dictionary, and so all that an entry borrows. */
static Seen *look(RtCall *call, PyObject *object) {
    if (!ready())
        return NULL;
    Seen *seen = &entries[((uintptr_t)object >> 4) * UINT64_C(0x9E3779B97F4A7C15) >> 52];
    if (seen->object == object && seen->serial == call->serial && is_unchanged(seen))
        return seen;
    PyObject *dict = PyObject_GenericGetDict(object, NULL);
    if (!rt_own(call, dict)) {
        PyErr_Clear();
        return NULL;
    }
    uint32_t tag = rt_tag_of(Py_TYPE(object));
    if (!tag || !PyDict_CheckExact(dict))
        return NULL;
    if (seen->object != object || seen->type != Py_TYPE(object) || seen->tag != tag || seen->dict != dict ||
        !is_unchanged(seen))
        if (!look_anew(seen, object, dict))
            return NULL;
    seen->serial = call->serial;
    return seen;
}

/* Is the value held by a dictionary that is compared? */
static bool is_held(const Seen *seen, PyObject *value, PyObject *name) {
    for (int i = 0; i < 4; i++) {
        PyObject *table = i < 3 ? seen->tables[i] : seen->dict;
        if (table && PyDict_GetItemWithError(table, name) == value)
            return true;
    }
    PyErr_Clear();
    return false;
}

static const Answer *answered(const Seen *seen, const void *name, RtQuestion question) {
    for (int i = 0; i < seen->count; i++)
        if (seen->answers[i].name == name && seen->answers[i].question == (int)question)
            return &seen->answers[i];
    return NULL;
}

static void remember(Seen *seen, const void *name, RtQuestion question, PyObject *value) {
    if (seen->count < ANSWERS)
        seen->answers[seen->count++] = (Answer){name, question, value};
}

PyObject *rt_seen_value(RtCall *call, PyObject *object, PyObject *name, RtQuestion question, RtRead *read) {
    Seen *seen = look(call, object);
    const Answer *known = seen ? answered(seen, name, question) : NULL;
    PyObject *value = known ? Py_NewRef(known->value) : read(object, name);
    if (seen && !known && value && is_held(seen, value, name))
        remember(seen, name, question, value);
    if (rt_own(call, value))
        return value;
    PyErr_Clear();
    return NULL;
}

bool rt_seen_truth(RtCall *call, PyObject *object, const void *name, RtQuestion question, RtAsk *ask) {
    Seen *seen = look(call, object);
    const Answer *known = seen ? answered(seen, name, question) : NULL;
    if (known)
        return known->value != NULL;
    bool truth = ask(object, name);
    if (seen && is_unchanged(seen) && seen->tag == rt_tag_of(Py_TYPE(object)))
        remember(seen, name, question, truth ? Py_True : NULL);
    return truth;
}
