/* Calls of compiled functions, and the module that an extension presents to pyaot_stub.py.
 *
 * A call reads the modes of the thread, tries the variants of its entry in order and runs the Python twin when none
 * fits. The Python half (pyaot_stub.py) opens a state per stub, binds entries to twins, and reads the counters; all
 * policy that is not on the path of a hit (logs, warnings, records, verification) lives there. */
#include "pyaot_runtime.h"
#include "pyaot_internal.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const RtModule *the_module;
static PyTypeObject *bound_type;
bool rt_forked;

uint64_t rt_fnv(const void *bytes, size_t len) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
    return hash;
}

/* ---- the GIL --------------------------------------------------------------------------------------------- */
void *rt_release(double work) { return work >= 65536 ? PyEval_SaveThread() : NULL; }
void rt_acquire(void *token) {
    if (token)
        PyEval_RestoreThread(token);
}

enum {
    PAUSE_EVERY_NS = 5000000, /* as Python's own threads take turns */
    LONG_NS = 1000000,
    FIRST_STRIDE = 16,
    MOST_TURNS = 256, /* of a short loop, the clock costs nothing then */
};

bool rt_pause(RtCall *call) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
    int64_t now = (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
    bool is_first = call->looked_at == 0;
    bool is_long = !is_first && now - call->looked_at >= LONG_NS;
    call->stride = is_long ? 1 : call->stride < MOST_TURNS ? call->stride * 2 : MOST_TURNS;
    call->turns = call->stride;
    call->looked_at = now;
    call->paused_at = is_first ? now : call->paused_at;
    if (now - call->paused_at < PAUSE_EVERY_NS)
        return true;
    call->paused_at = now;
    PyEval_RestoreThread(PyEval_SaveThread());
    if (PyErr_CheckSignals() == 0)
        return true;
    call->give_up = NULL;
    return false;
}

/* ---- a call ---------------------------------------------------------------------------------------------- */
static bool is_counted_by_call(const RtBound *bound) {
    return bound->entry->kind == RT_ENTRY_SEGMENT || bound->entry->kind == RT_ENTRY_LATE_SEGMENT;
}

/* A call that has segments has Python beside the first one that runs, and before each that follows: a break at least,
 * and as many as it goes on in a segment. */
static void count_hit(RtBound *bound, int index) {
    RtState *state = bound->state;
    const RtVariant *variant = &bound->entry->variants[index];
    state->counts[bound->index][index].calls++;
    state->fused += variant->fused;
    state->library += variant->library;
    state->aten += variant->aten;
    state->python += variant->python;
    if (is_counted_by_call(bound)) {
        int8_t *call = &state->segmented[bound->first];
        if (*call == RT_SEGMENTED_PENDING) {
            *call = RT_SEGMENTED_COMPILED;
            state->compiled++;
            state->fallback--;
            state->breaks++;
        } else if (*call == RT_SEGMENTED_COMPILED) {
            *call = RT_SEGMENTED_RESUMED;
        } else {
            state->breaks += *call == RT_SEGMENTED_RESUMED;
        }
    } else {
        state->segmented[bound->index] = RT_SEGMENTED_COMPILED;
        state->compiled++;
        state->breaks += bound->entry->kind == RT_ENTRY_FIRST_SEGMENT;
    }
}

static void count_fallback(RtBound *bound) {
    RtState *state = bound->state;
    if (!is_counted_by_call(bound)) {
        state->segmented[bound->index] = RT_SEGMENTED_FALLBACK;
        state->fallback++;
        return;
    }
    if (state->segmented[bound->first] >= RT_SEGMENTED_COMPILED) {
        state->compiled--;
        state->fallback++;
    }
    state->segmented[bound->first] = RT_SEGMENTED_FALLBACK;
}

/* A call of a segmented function of which no segment has run yet. */
static PyObject *begin_call(PyObject *self, PyObject *unused) {
    (void)unused;
    const RtBound *bound = (RtBound *)self;
    bound->state->segmented[bound->first] = RT_SEGMENTED_PENDING;
    bound->state->fallback++;
    return Py_NewRef(Py_None);
}

static PyMethodDef begin_def = {"pyaot_begin", begin_call, METH_NOARGS, NULL};

/* Why a variant did not fit. Counted only when the call ends in Python: a later variant that fits makes it no miss. */
typedef struct Miss {
    int guard; /* -1: in the middle, see why */
    const char *why;
    RtFound found;
} Miss;
enum { MISSES_KEPT = 16 };

static Miss miss_of(const RtCall *call) {
    const char *why = !call->why && call->missed < 0 ? "an object is not there" : call->why;
    return (Miss){why ? -1 : call->missed, why, call->found};
}

/* Reasons are literals of the extension: one is one pointer. */
static void count_reason(RtVariantCounts *counts, const char *why) {
    int at = 0;
    while (at < REASONS_KEPT - 1 && counts->reasons[at].why && counts->reasons[at].why != why)
        at++;
    RtReason *reason = &counts->reasons[at];
    reason->why = !reason->why || reason->why == why ? why : "other reasons";
    reason->count++;
}

static void count_misses(RtBound *bound, const Miss *misses) {
    for (int i = 0; i < bound->entry->variant_count && i < MISSES_KEPT; i++) {
        RtVariantCounts *counts = &bound->state->counts[bound->index][i];
        if (misses[i].guard >= 0)
            counts->misses[misses[i].guard]++;
        else
            count_reason(counts, misses[i].why);
    }
}

/* After a miss, the twin has to draw the numbers that the variant drew. */
static bool restore_random(RtCall *call, RtStatus status) {
    PyObject *none = status == RT_MISS ? PyObject_CallFunctionObjArgs(rt_torch.set_rng_state, call->random_state, NULL)
                                       : Py_NewRef(Py_None);
    Py_CLEAR(call->random_state);
    Py_XDECREF(none);
    return none != NULL;
}

/* Runs the first variant that fits; *ran is its index and *result new. RT_MISS: none fits, see misses (mode: none was
 * tried). */
static RtStatus run_variants(RtBound *bound, PyObject *cells, PyObject *const *args, PyObject **result, int *ran,
                             Miss *misses) {
    RtModes modes;
    *ran = -1;
    if (!rt_modes(&modes))
        return RT_FAILED;
    if (!modes.plain || !rt_methods_unchanged()) {
        bound->state->mode_misses++;
        return RT_MISS;
    }
    RtCall call;
    call.args = args, call.state = bound->state, call.bound = bound, call.cells = cells, call.grad = modes.grad,
    call.inference = modes.inference;
    call.owned_count = 0, call.owned_more = NULL, call.rooms = NULL, call.random_state = NULL;
    static uint64_t serial;
    call.serial = ++serial;
    call.levels_checked = call.hooks_checked = call.wrote = false;
    call.turns = call.stride = FIRST_STRIDE, call.looked_at = call.paused_at = 0;
    call.scratch_used = rt_scratch_enter();
    RtStatus status = RT_MISS;
    for (int i = 0; i < bound->entry->variant_count && status == RT_MISS; i++) {
        const RtVariant *variant = &bound->entry->variants[i];
        call.result = NULL, call.missed = -1, call.no_gradients = call.untracked = false,
        call.why = "the operators of PyTorch cannot be reached from C";
        if (!variant->aten || rt_torch.dispatch) {
            call.why = call.give_up = call.found.relation = NULL;
            status = variant->run(&call);
            if (status == RT_FAILED && call.give_up && !call.wrote) {
                PyErr_Clear();
                call.why = call.give_up;
                status = RT_MISS;
            }
            if (call.random_state && !restore_random(&call, status))
                status = RT_FAILED;
            rt_drop_owned(&call);
            rt_drop_rooms(&call);
            rt_scratch_leave(call.scratch_used);
        }
        *ran = i;
        if (status == RT_MISS && i < MISSES_KEPT)
            misses[i] = miss_of(&call);
    }
    if (status == RT_OK)
        *result = call.result;
    else if (status == RT_MISS)
        count_misses(bound, misses);
    else if (!PyErr_Occurred())
        PyErr_Format(PyExc_SystemError, "%s: a compiled variant failed without an exception", bound->entry->name);
    return status;
}

/* Why a variant was left in the middle, with the numbers that it was left for; None: a guard tells. */
static PyObject *reason_text(const Miss *miss) {
    const RtFound *found = &miss->found;
    if (!miss->why)
        return Py_NewRef(Py_None);
    if (!found->relation)
        return PyUnicode_FromString(miss->why);
    if (!found->is_float)
        return PyUnicode_FromFormat("%s (%lld %s %lld)", miss->why, (long long)found->ints[0], found->relation,
                                    (long long)found->ints[1]);
    char text[80];
    snprintf(text, sizeof text, "%.9g %s %.9g", found->floats[0], found->relation, found->floats[1]);
    return PyUnicode_FromFormat("%s (%s)", miss->why, text);
}

/* Calls the listener with (entry, [(variant, guard, why)] or None for a mode, arguments). */
static bool tell_listener(RtBound *bound, PyObject *const *args, int ran, const Miss *misses) {
    PyObject *values = PyTuple_New(bound->entry->arg_count), *list = PyList_New(0), *none = NULL;
    for (int i = 0; values && i < bound->entry->arg_count; i++)
        PyTuple_SetItem(values, i, Py_NewRef(args[i]));
    for (int i = 0; list && i <= ran && i < MISSES_KEPT; i++) {
        PyObject *miss = Py_BuildValue("(iiN)", i, misses[i].guard, reason_text(&misses[i]));
        if (!miss || PyList_Append(list, miss))
            Py_CLEAR(list);
        Py_XDECREF(miss);
    }
    if (values && list)
        none = PyObject_CallFunction(bound->state->on_miss, "iOO", bound->index, ran < 0 ? Py_None : list, values);
    Py_XDECREF(values);
    Py_XDECREF(list);
    Py_XDECREF(none);
    return none != NULL;
}

/* Python functions call one another without the C stack, but not through an entry: where the stack is nearly used up,
 * an exception instead of a crash. */
static bool has_stack(void) {
    enum { RESERVE = 256 * 1024 };
    char here;
#ifdef __GLIBC__
    if (!rt_thread.reserve) {
        pthread_attr_t attributes;
        void *low = NULL;
        size_t size;
        if (!pthread_getattr_np(pthread_self(), &attributes)) {
            pthread_attr_getstack(&attributes, &low, &size);
            pthread_attr_destroy(&attributes);
        }
        rt_thread.reserve = (uintptr_t)low + RESERVE;
    }
#endif
    return (uintptr_t)&here > rt_thread.reserve;
}

static PyObject *call_fallback(PyObject *fallback, PyObject *const *given, Py_ssize_t count) {
    enum { ALWAYS = 300 };
    if (rt_thread.fallbacks >= ALWAYS && !has_stack()) {
        PyErr_SetString(PyExc_RecursionError, "maximum recursion depth exceeded: no C stack is left");
        return NULL;
    }
    rt_thread.fallbacks++;
    Py_LeaveRecursiveCall(); /* the stub's own frame does not count: programs recurse as deep as without it */
    PyObject *result = PyObject_Vectorcall(fallback, given, (size_t)count, NULL);
    if (Py_EnterRecursiveCall("") != 0)
        Py_CLEAR(result);
    rt_thread.fallbacks--;
    return result;
}

/* The program has made a function of the shim's code that has other globals: Python runs with them. */
static PyObject *call_elsewhere(RtBound *bound, PyObject *globals, PyObject *const *given, Py_ssize_t count) {
    PyObject *fallback = PyObject_CallFunctionObjArgs(bound->elsewhere, globals, NULL);
    PyObject *result = fallback ? call_fallback(fallback, given, count) : NULL;
    Py_XDECREF(fallback);
    return result;
}

/* given: what the stub passed, of which the last values are the parameters. */
static PyObject *call_entry(RtBound *bound, PyObject *cells, PyObject *const *given, Py_ssize_t count) {
    PyObject *const *args = given + (count - bound->entry->arg_count);
    PyObject *globals = bound->home ? PyEval_GetGlobals() : NULL;
    if (__builtin_expect(globals != bound->home, 0)) {
        count_fallback(bound);
        return call_elsewhere(bound, globals, given, count);
    }
    if (!rt_thread.disabled) {
        PyObject *result;
        Miss misses[MISSES_KEPT];
        int ran;
        RtStatus status = run_variants(bound, cells, args, &result, &ran, misses);
        if (__builtin_expect(status == RT_OK, 1)) {
            count_hit(bound, ran);
            return result;
        }
        if (status == RT_FAILED || (bound->state->on_miss && !tell_listener(bound, args, ran, misses)))
            return NULL;
    }
    count_fallback(bound);
    return call_fallback(bound->fallback, given, count);
}

static PyObject *wrong_count(const RtBound *bound, Py_ssize_t count) {
    return PyErr_Format(PyExc_SystemError, "%s: %zd values for %d slots", bound->entry->name, count,
                        bound->entry->arg_count);
}

/* The function that stubs call, with all parameters of the entry as positions. */
static PyObject *entry_call(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    RtBound *bound = (RtBound *)self;
    return count == bound->entry->arg_count ? call_entry(bound, bound->cells, args, count) : wrong_count(bound, count);
}

/* The same for a function that is made again and again: its closure comes before the parameters. Were it kept here, a
 * function that its own cells lead to would live for good, as code objects are no part of garbage collection. */
static PyObject *local_call(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    RtBound *bound = (RtBound *)self;
    bool fits = count == bound->entry->arg_count + 1 && PyTuple_Check(args[0]);
    return fits ? call_entry(bound, args[0], args, count) : wrong_count(bound, count);
}

static PyMethodDef entry_def = {"pyaot_entry", (PyCFunction)(void (*)(void))entry_call, METH_FASTCALL, NULL};
static PyMethodDef local_def = {"pyaot_entry", (PyCFunction)(void (*)(void))local_call, METH_FASTCALL, NULL};

static int bound_traverse(PyObject *self, visitproc visit, void *arg) {
    Py_VISIT(((RtBound *)self)->fallback);
    Py_VISIT(((RtBound *)self)->cells);
    Py_VISIT(((RtBound *)self)->home);
    Py_VISIT(((RtBound *)self)->elsewhere);
    Py_VISIT((PyObject *)Py_TYPE(self));
    return 0;
}
static int bound_clear(PyObject *self) {
    Py_CLEAR(((RtBound *)self)->fallback);
    Py_CLEAR(((RtBound *)self)->free_names);
    Py_CLEAR(((RtBound *)self)->cells);
    Py_CLEAR(((RtBound *)self)->home);
    Py_CLEAR(((RtBound *)self)->elsewhere);
    return 0;
}
static void bound_dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    bound_clear(self);
    PyObject_GC_Del(self);
    Py_DECREF(type);
}
static PyType_Slot bound_slots[] = {
    {Py_tp_traverse, bound_traverse}, {Py_tp_clear, bound_clear}, {Py_tp_dealloc, bound_dealloc}, {0, NULL}};
static PyType_Spec bound_spec = {"pyaot.Bound", sizeof(RtBound), 0,
                                 Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                                 bound_slots};

/* ---- states ---------------------------------------------------------------------------------------------- */
#define STATE_NAME "pyaot.state"

static RtState *state_of(PyObject *capsule) { return PyCapsule_GetPointer(capsule, STATE_NAME); }

static bool allocate_state(RtState *state) {
    const RtModule *module = state->module;
    state->names = calloc((size_t)module->name_count + 1, sizeof *state->names);
    state->pins = calloc((size_t)module->pinned_count + 1, sizeof *state->pins);
    state->counts = calloc((size_t)module->entry_count + 1, sizeof *state->counts);
    state->segmented = calloc((size_t)module->entry_count + 1, sizeof *state->segmented);
    if (!state->names || !state->pins || !state->counts || !state->segmented)
        return false;
    for (int i = 0; i < module->name_count; i++)
        if (!(state->names[i] = PyUnicode_InternFromString(module->names[i])))
            return false;
    for (int i = 0; i < module->entry_count; i++) {
        const RtEntry *entry = &module->entries[i];
        if (!(state->counts[i] = calloc((size_t)entry->variant_count + 1, sizeof **state->counts)))
            return false;
        for (int j = 0; j < entry->variant_count; j++)
            if (!(state->counts[i][j].misses = calloc((size_t)entry->variants[j].guard_count + 1, sizeof(int64_t))))
                return false;
    }
    return true;
}

/* open(globals of the stub, their module or None, portable) -> state. States live as long as the process, as the code
 * objects that reach them may. */
static PyObject *py_open(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *globals, *owner;
    PyObject *make_function = NULL, *warn = NULL, *find_literals = NULL;
    int portable;
    if (!PyArg_ParseTuple(args, "O!Op|OOO", &PyDict_Type, &globals, &owner, &portable, &make_function, &warn,
                          &find_literals) ||
        !rt_torch_bind(portable))
        return NULL;
    RtState *state = calloc(1, sizeof *state);
    if (!state)
        return PyErr_NoMemory();
    state->module = the_module;
    state->globals = Py_NewRef(globals);
    state->owner = Py_NewRef(owner);
    state->builtins = Py_NewRef(PyEval_GetBuiltins());
    state->make_function = Py_XNewRef(make_function);
    state->warn = Py_XNewRef(warn);
    state->find_literals = Py_XNewRef(find_literals);
    if (!allocate_state(state))
        return PyErr_Occurred() ? NULL : PyErr_NoMemory();
    rt_resolve_pins(state, false);
    rt_add_hooks(state);
    return PyCapsule_New(state, STATE_NAME, NULL);
}

/* bind(state, entry, fallback, names of free variables, cells[, globals, elsewhere]) -> callable. cells None: each call
 * brings them. elsewhere: gives the fallback for a function whose globals are not those. */
static PyObject *py_bind(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *capsule, *fallback, *free_names, *cells, *home = NULL, *elsewhere = NULL;
    int index;
    if (!PyArg_ParseTuple(args, "OiOO!O|OO", &capsule, &index, &fallback, &PyTuple_Type, &free_names, &cells, &home,
                          &elsewhere))
        return NULL;
    RtState *state = state_of(capsule);
    if (!state)
        return NULL;
    if (index < 0 || index >= state->module->entry_count)
        return PyErr_Format(PyExc_IndexError, "no entry %d", index);
    RtBound *bound = PyObject_GC_New(RtBound, bound_type);
    if (!bound)
        return NULL;
    bound->state = state, bound->entry = &state->module->entries[index], bound->index = bound->first = index;
    bound->fallback = Py_NewRef(fallback), bound->free_names = Py_NewRef(free_names), bound->cells = Py_NewRef(cells);
    bound->home = Py_XNewRef(home), bound->elsewhere = Py_XNewRef(elsewhere);
    while (bound->first > 0 && state->module->entries[bound->first].kind == RT_ENTRY_SEGMENT)
        bound->first--;
    PyObject_GC_Track((PyObject *)bound);
    PyObject *function = PyCFunction_NewEx(cells == Py_None ? &local_def : &entry_def, (PyObject *)bound, NULL);
    Py_DECREF(bound);
    return function;
}

/* begin(callable of bind) -> callable that says that the function of this first segment is called */
static PyObject *py_begin(PyObject *self, PyObject *function) {
    (void)self;
    PyObject *object = PyObject_GetAttrString(function, "__self__");
    if (!object || Py_TYPE(object) != bound_type) {
        Py_XDECREF(object);
        return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_TypeError, "not a bound entry");
    }
    PyObject *begin = PyCFunction_NewEx(&begin_def, object, NULL);
    Py_DECREF(object);
    return begin;
}

/* repeatable(state, entry): may twin and variant both run, one of them on copies of the arguments? */
static PyObject *py_repeatable(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *capsule;
    int index;
    if (!PyArg_ParseTuple(args, "Oi", &capsule, &index))
        return NULL;
    const RtState *state = state_of(capsule);
    return state ? PyBool_FromLong(!state->module->entries[index].writes_outside) : NULL;
}

/* run(callable of bind, arguments) -> (variant, result), or None when no variant fits; never runs the twin. */
static PyObject *py_run(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *function, *values, *result;
    if (!PyArg_ParseTuple(args, "OO!", &function, &PyTuple_Type, &values))
        return NULL;
    PyObject *object = PyObject_GetAttrString(function, "__self__");
    if (!object || Py_TYPE(object) != bound_type || PyTuple_Size(values) != ((RtBound *)object)->entry->arg_count) {
        Py_XDECREF(object);
        return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_TypeError, "not a bound entry with its arguments");
    }
    RtBound *bound = (RtBound *)object;
    Py_ssize_t count = PyTuple_Size(values);
    PyObject **items = calloc((size_t)count + 1, sizeof *items);
    RtStatus status = items ? RT_MISS : RT_FAILED;
    if (!items)
        PyErr_NoMemory();
    Miss misses[MISSES_KEPT];
    int ran;
    for (Py_ssize_t i = 0; items && i < count; i++)
        items[i] = PyTuple_GetItem(values, i);
    if (items && !rt_thread.disabled) {
        status = run_variants(bound, bound->cells, items, &result, &ran, misses);
        if (status == RT_MISS && bound->state->on_miss && !tell_listener(bound, items, ran, misses))
            status = RT_FAILED;
    }
    if (status == RT_OK)
        count_hit(bound, ran);
    else if (status == RT_MISS)
        count_fallback(bound);
    free(items);
    Py_DECREF(object);
    return status == RT_OK ? Py_BuildValue("(iN)", ran, result) : status == RT_MISS ? Py_NewRef(Py_None) : NULL;
}

/* resolve(state): the stub has run to its end; what its own names mean is fixed now. */
static PyObject *py_resolve(PyObject *self, PyObject *capsule) {
    (void)self;
    RtState *state = state_of(capsule);
    if (!state)
        return NULL;
    rt_resolve_pins(state, true);
    return Py_NewRef(Py_None);
}

static PyObject *py_listen(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *capsule, *listener;
    if (!PyArg_ParseTuple(args, "OO", &capsule, &listener))
        return NULL;
    RtState *state = state_of(capsule);
    if (!state)
        return NULL;
    Py_XDECREF(state->on_miss);
    state->on_miss = listener == Py_None ? NULL : Py_NewRef(listener);
    return Py_NewRef(Py_None);
}

/* graphs(state, callable): runs functions of graph back ends. */
static PyObject *py_graphs(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *capsule, *graphs;
    RtState *state = PyArg_ParseTuple(args, "OO", &capsule, &graphs) ? state_of(capsule) : NULL;
    if (!state)
        return NULL;
    Py_XDECREF(state->graphs);
    state->graphs = Py_NewRef(graphs);
    return Py_NewRef(Py_None);
}

/* disable(n): adds n to this thread's count of reasons to run everything as Python; gives the count. */
static PyObject *py_disable(PyObject *self, PyObject *value) {
    (void)self;
    long change = PyLong_AsLong(value);
    if (change == -1 && PyErr_Occurred())
        return NULL;
    rt_thread.disabled += (int)change;
    return PyLong_FromLong(rt_thread.disabled);
}

/* ---- what a state tells ---------------------------------------------------------------------------------- */
static PyObject *py_counters(PyObject *self, PyObject *capsule) {
    (void)self;
    const RtState *s = state_of(capsule);
    if (!s)
        return NULL;
    return Py_BuildValue("{sLsLsLsLsLsLsL}", "compiled", (long long)s->compiled, "fallback", (long long)s->fallback,
                         "breaks", (long long)s->breaks, "fused", (long long)s->fused, "library", (long long)s->library,
                         "aten", (long long)s->aten, "python", (long long)s->python);
}

static PyObject *py_reset(PyObject *self, PyObject *capsule) {
    (void)self;
    RtState *s = state_of(capsule);
    if (!s)
        return NULL;
    s->compiled = s->fallback = s->breaks = s->fused = s->library = s->aten = s->python = s->mode_misses = 0;
    for (int i = 0; i < s->module->entry_count; i++)
        for (int j = 0; j < s->module->entries[i].variant_count; j++) {
            RtVariantCounts *counts = &s->counts[i][j];
            counts->calls = 0;
            memset(counts->reasons, 0, sizeof counts->reasons);
            memset(counts->misses, 0, sizeof(int64_t) * (size_t)s->module->entries[i].variants[j].guard_count);
        }
    memset(s->segmented, 0, (size_t)s->module->entry_count);
    return Py_NewRef(Py_None);
}

static bool append_new(PyObject *list, PyObject *item) {
    bool ok = item && !PyList_Append(list, item);
    Py_XDECREF(item);
    return ok;
}

static PyObject *describe_variant(const RtVariant *variant, const RtVariantCounts *counts) {
    PyObject *guards = PyList_New(0), *reasons = PyList_New(0);
    bool ok = guards && reasons;
    for (int i = 0; ok && i < variant->guard_count; i++)
        ok = append_new(guards, Py_BuildValue("(siL)", variant->guards[i].text, variant->guards[i].line,
                                              (long long)counts->misses[i]));
    for (int i = 0; ok && i < REASONS_KEPT && counts->reasons[i].count; i++)
        ok = append_new(reasons, Py_BuildValue("(sL)", counts->reasons[i].why, (long long)counts->reasons[i].count));
    if (ok)
        return Py_BuildValue("(ssLNNz)", variant->name, variant->signature, (long long)counts->calls, reasons, guards,
                             variant->backend);
    Py_XDECREF(guards);
    Py_XDECREF(reasons);
    return NULL;
}

/* tables(state) -> (mode misses, [(entry, kind, line, arg count, [(variant, signature, calls, [(reason,
 * misses)], [(guard, line, misses)], back end)])]) */
static PyObject *py_tables(PyObject *self, PyObject *capsule) {
    (void)self;
    const RtState *s = state_of(capsule);
    PyObject *entries = s ? PyList_New(0) : NULL;
    for (int i = 0; entries && i < s->module->entry_count; i++) {
        const RtEntry *entry = &s->module->entries[i];
        PyObject *variants = PyList_New(0), *row = NULL;
        for (int j = 0; variants && j < entry->variant_count; j++) {
            PyObject *variant = describe_variant(&entry->variants[j], &s->counts[i][j]);
            if (!variant || PyList_Append(variants, variant))
                Py_CLEAR(variants);
            Py_XDECREF(variant);
        }
        if (variants)
            row = Py_BuildValue("(siiiN)", entry->name, (int)entry->kind, entry->line, entry->arg_count, variants);
        if (!row || PyList_Append(entries, row))
            Py_CLEAR(entries);
        Py_XDECREF(row);
    }
    return entries ? Py_BuildValue("(LN)", (long long)s->mode_misses, entries) : NULL;
}

/* mark(state, offset, code): the lambda that begins there in the source runs this code. */
static PyObject *py_mark(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *capsule, *offset, *code;
    RtState *s = PyArg_ParseTuple(args, "OOO", &capsule, &offset, &code) ? state_of(capsule) : NULL;
    if (!s || (!s->marked && !(s->marked = PyDict_New())) || PyDict_SetItem(s->marked, offset, code))
        return NULL;
    return Py_NewRef(Py_None);
}

/* module() -> (name, source hash, torch version, [(inlined module, hash)]): readable before open. */
static PyObject *py_module(PyObject *self, PyObject *unused) {
    (void)self, (void)unused;
    PyObject *files = PyList_New(0);
    for (int i = 0; files && i < the_module->file_count; i++) {
        PyObject *file =
            Py_BuildValue("(sK)", the_module->files[i].module, (unsigned long long)the_module->files[i].hash);
        if (!file || PyList_Append(files, file))
            Py_CLEAR(files);
        Py_XDECREF(file);
    }
    return files ? Py_BuildValue("(sKzN)", the_module->name, (unsigned long long)the_module->source_hash,
                                 the_module->torch_version, files)
                 : NULL;
}

static PyObject *py_fnv(PyObject *self, PyObject *bytes) {
    (void)self;
    char *data;
    Py_ssize_t len;
    if (PyBytes_AsStringAndSize(bytes, &data, &len))
        return NULL;
    return PyLong_FromUnsignedLongLong(rt_fnv(data, (size_t)len));
}

static PyMethodDef methods[] = {{"open", py_open, METH_VARARGS, NULL},
                                {"bind", py_bind, METH_VARARGS, NULL},
                                {"begin", py_begin, METH_O, NULL},
                                {"repeatable", py_repeatable, METH_VARARGS, NULL},
                                {"run", py_run, METH_VARARGS, NULL},
                                {"mark", py_mark, METH_VARARGS, NULL},
                                {"resolve", py_resolve, METH_O, NULL},
                                {"listen", py_listen, METH_VARARGS, NULL},
                                {"graphs", py_graphs, METH_VARARGS, NULL},
                                {"disable", py_disable, METH_O, NULL},
                                {"counters", py_counters, METH_O, NULL},
                                {"reset", py_reset, METH_O, NULL},
                                {"tables", py_tables, METH_O, NULL},
                                {"module", py_module, METH_NOARGS, NULL},
                                {"fnv", py_fnv, METH_O, NULL},
                                {NULL, NULL, 0, NULL}};

static void in_forked_child(void) { rt_forked = true; }

static int prepare(PyObject *self) {
    (void)self;
    if (bound_type)
        return 0;
    if (!rt_modules_init() || !(bound_type = (PyTypeObject *)PyType_FromSpec(&bound_spec)))
        return -1;
    return pthread_atfork(NULL, NULL, in_forked_child);
}

/* Initialised in two phases, so that the module never enters sys.modules: two builds of one name stay apart. */
static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, prepare}, {0, NULL}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_pyaot", NULL, 0,   methods,
                                        module_slots,          NULL,     NULL, NULL};

PyObject *rt_module_init(const RtModule *module) {
    the_module = module;
    return PyModuleDef_Init(&definition);
}
