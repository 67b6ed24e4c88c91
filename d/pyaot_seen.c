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

enum { ENTRIES = 4096, SLOTS = 3, TABLES = 7, ANSWERS = 12 };

typedef struct Answer {
    const void *name; /* an interned string, or a literal of the generated code */
    int question;
    PyObject *value; /* borrowed from a dictionary whose version is compared; NULL: there is none */
} Answer;

/* What is compared on each call comes first. */
typedef struct Seen {
    const PyObject *object;
    const PyTypeObject *type;
    uint32_t tag;
    int count;
    uint64_t serial; /* of the call that compared it last */
    PyObject *dict;
    bool direct; /* the dictionary lies where rt_torch.dict_offset says */
    uint64_t versions[TABLES + 1];
    const uint64_t *places[TABLES + 1]; /* of the versions of the tables and the dictionary */
    Answer answers[ANSWERS];
    PyObject *tables[TABLES];
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

/* Whether the dictionary and the tables that an answer comes from are as they were: hooks decide what is plain, the
 * first tables all else. */
static bool is_unchanged(const Seen *seen, RtQuestion question) {
    if (seen->versions[TABLES] != *seen->places[TABLES]) /* the tables may be gone */
        return false;
    int begin = question == RT_ASK_PLAIN ? SLOTS : 0, end = question == RT_ASK_PLAIN ? TABLES : SLOTS;
    for (int i = begin; i < end; i++)
        if (seen->versions[i] != *seen->places[i])
            return false;
    return true;
}

static const PyObject *dict_at(const PyObject *object) {
    return *(PyObject *const *)((const char *)object + rt_torch.dict_offset);
}

/* False: what should be a dictionary is something else. An OrderedDict, as hooks are kept in, is a dict with a version
 * too. */
static bool look_anew(Seen *seen, PyObject *object, PyObject *dict) {
    *seen = (Seen){.object = object, .type = Py_TYPE(object), .tag = rt_tag_of(Py_TYPE(object)), .dict = dict};
    seen->direct =
        rt_torch.dict_offset && (PyType_GetFlags(Py_TYPE(object)) & RT_MANAGED_DICT) && dict_at(object) == dict;
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

/* Whether the object's dictionary is that of the entry, of which its class is known to be. Where the dictionary lies is
 * known for most; else the call comes to hold it. */
static bool has_dict(RtCall *call, const Seen *seen, PyObject *object) {
    if (seen->direct)
        return dict_at(object) == seen->dict;
    if (seen->serial == call->serial)
        return true;
    PyObject *dict = PyObject_GenericGetDict(object, NULL);
    if (rt_own(call, dict))
        return dict == seen->dict;
    PyErr_Clear();
    return false;
}

/* The entry of an object, with what still holds of it; NULL: it is none that can be compared. The object holds the
 * dictionary, and so all that an entry borrows. */
static Seen *look(RtCall *call, PyObject *object, RtQuestion question) {
    if (!ready())
        return NULL;
    Seen *seen = &entries[((uintptr_t)object >> 4) * UINT64_C(0x9E3779B97F4A7C15) >> 52];
    if (seen->object == object && seen->type == Py_TYPE(object) && seen->tag == rt_tag_of(Py_TYPE(object)) &&
        has_dict(call, seen, object) && is_unchanged(seen, question)) {
        seen->serial = call->serial;
        return seen;
    }
    PyObject *dict = PyObject_GenericGetDict(object, NULL);
    if (!rt_own(call, dict)) {
        PyErr_Clear();
        return NULL;
    }
    bool known = rt_tag_of(Py_TYPE(object)) != 0 && PyDict_CheckExact(dict);
    if (!known || !look_anew(seen, object, dict))
        return NULL;
    seen->serial = call->serial;
    return seen;
}

/* Is the value held by a dictionary that is compared? */
static bool is_held(const Seen *seen, PyObject *value, PyObject *name) {
    for (int i = 0; i <= SLOTS; i++) {
        PyObject *table = i < SLOTS ? seen->tables[i] : seen->dict;
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
    Seen *seen = look(call, object, question);
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
    Seen *seen = look(call, object, question);
    const Answer *known = seen ? answered(seen, name, question) : NULL;
    if (known)
        return known->value != NULL;
    bool truth = ask(object, name);
    if (seen && is_unchanged(seen, question) && seen->tag == rt_tag_of(Py_TYPE(object)))
        remember(seen, name, question, truth ? Py_True : NULL);
    return truth;
}
