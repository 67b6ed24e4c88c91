/* The run time of code that pyaot generates: what kernels and variants call. Copied into every output folder; needs
 * CPython's limited API (3.11 or later), libc and OpenMP, and no header or library of PyTorch: torch is reached through
 * the DLPack C exchange API and through symbols looked up in the libtorch that the process has loaded.
 *
 * A *variant* is one C function, `RtStatus f(RtCall *)`. It checks its guards, computes, and either
 *   returns RT_OK      with call->result a new reference,
 *   returns RT_MISS    before it has had any effect: the next variant, then the Python twin, runs, or
 *   returns RT_FAILED  with a Python exception set.
 * Everything that a variant obtains through `call` (objects, output tensors, scratch memory) is owned by the call and
 * released after the variant has returned; rt_return() takes its own reference to what is returned. */
#ifndef PYAOT_RUNTIME_H
#define PYAOT_RUNTIME_H

#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x030b0000
#endif
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#define RT_MAX_RANK 12

/* Every extension has its own run time: its symbols are not visible outside. */
#pragma GCC visibility push(hidden)

typedef enum { /* element types; the order is that of the compiler's dtype.def */
               RT_BOOL,
               RT_U8,
               RT_I8,
               RT_I16,
               RT_I32,
               RT_I64,
               RT_F16,
               RT_BF16,
               RT_F32,
               RT_F64,
               RT_C64,
               RT_C128,
               RT_DTYPE_COUNT
} RtDType;

typedef enum { RT_OK, RT_MISS, RT_FAILED } RtStatus;

/* A dense CPU tensor. data points at the first element (the storage offset is added). shape and strides (in elements)
 * are valid while the object lives and is not resized. object is borrowed from the call. */
typedef struct RtTensor {
    void *data;
    const int64_t *shape, *strides;
    int32_t ndim;
    int32_t dtype;
    PyObject *object;
} RtTensor;

typedef struct RtCall RtCall;

/* ---- tables that a generated file defines ---------------------------------------------------------------- */
typedef struct RtGuard { /* one guard of a variant, for people */
    const char *text;    /* "a: Tensor, f32, rank 2" */
    int line;            /* of the source, 0 if none */
} RtGuard;
typedef struct RtVariant {
    const char *name;
    const char *signature; /* "fn(a: f32[N, M], n: int)" */
    RtStatus (*run)(RtCall *call);
    const char *backend; /* that took the variant */
    const RtGuard *guards;
    int guard_count;
    int fused, library, aten, python; /* operators of the graph by how they run, per call */
} RtVariant;
typedef enum {
    RT_ENTRY_WHOLE,
    RT_ENTRY_FIRST_SEGMENT, /* runs once in each call, before the others */
    RT_ENTRY_SEGMENT,
    RT_ENTRY_LATE_SEGMENT /* the first in the text, but not of each call: the function says when it is called */
} RtEntryKind;
typedef struct RtEntry {
    const char *name; /* qualified name in the source, "fn" or "Net.forward"; segments add "#2" */
    RtEntryKind kind;
    int line;
    int arg_count; /* positional slots that the stub passes */
    const RtVariant *variants;
    int variant_count;
    bool writes_outside; /* to objects that its arguments do not lead to */
} RtEntry;
/* An object that must still be what it was when the extension was loaded: the value of `name` in module `module`
 * ("torch", "torch.nn.functional", "builtins"; "" is the stub module). code_hash != 0: a Python function of an inlined
 * file. */
typedef struct RtPinned {
    const char *module, *name;
} RtPinned;
/* A file that was inlined: the build is refused (everything runs as Python, with one warning) if its FNV-1a 64 hash
 * differs. */
typedef struct RtFile {
    const char *module; /* dotted name, found through sys.modules or its spec */
    uint64_t hash;
} RtFile;
typedef struct RtModule {
    const char *name;          /* "model" */
    uint64_t source_hash;      /* FNV-1a 64 of the source file that was compiled */
    const char *torch_version; /* "2.13.0": others run as Python, with one warning */
    const RtEntry *entries;
    int entry_count;
    const char *const *names; /* attribute, key and global names that variants refer to by index */
    int name_count;
    const RtPinned *pinned;
    int pinned_count;
    const RtFile *files;
    int file_count;
} RtModule;
/* Called from the generated PyInit_ function. */
PyObject *rt_module_init(const RtModule *module);

/* ---- a call ---------------------------------------------------------------------------------------------- */
#define RT_OWNED_MAX 64
/* Two numbers of which a variant assumed something else: what holds between them. */
typedef struct RtFound {
    const char *relation; /* "<"; NULL: there are none */
    bool is_float;
    int64_t ints[2];
    double floats[2];
} RtFound;
struct RtCall {
    PyObject *const *args; /* borrowed; entry->arg_count of them */
    PyObject *result;
    int missed;                  /* index of the guard that missed */
    const char *why;             /* or a text (a miss in the middle); NULL */
    RtFound found;               /* with that text */
    bool grad;                   /* grad mode is on: tensors that require grad miss */
    bool no_gradients;           /* they miss in any grad mode: rt_forbid_gradients() */
    bool untracked;              /* private: one that may require grad was taken all the same */
    bool inference;              /* inference mode is on: inference tensors are taken */
    struct RtState *state;       /* the loaded module: names, pinned objects, ... (private) */
    const struct RtBound *bound; /* private */
    PyObject *cells;             /* private: the closure of the function that is called */
    int owned_count;
    PyObject *owned[RT_OWNED_MAX];
    struct RtOwned *owned_more;   /* private: what did not fit */
    struct RtRoom *rooms;         /* private: see rt_room() */
    size_t scratch_used;          /* private */
    PyObject *random_state;       /* private: torch's generator before the call drew from it; NULL */
    uint64_t serial;              /* private: differs from that of every other call */
    bool levels_checked;          /* private: no level of forward derivatives is open */
    bool hooks_checked;           /* private */
    bool wrote;                   /* private: a write was announced by rt_bump_version, or an operator wrote */
    const char *give_up;          /* private: why a failure before any write is a miss; NULL */
    uint32_t turns, stride;       /* private: of loops: until the clock is looked at, and between two looks */
    int64_t looked_at, paused_at; /* private: when; and when a loop last let others run; nanoseconds, 0: never */
};

/* Guards: leave the variant when `condition` is false. */
#define RT_GUARD(call, index, condition)                                                                               \
    do {                                                                                                               \
        if (__builtin_expect(!(condition), 0)) {                                                                       \
            (call)->missed = (index);                                                                                  \
            return RT_MISS;                                                                                            \
        }                                                                                                              \
    } while (0)
/* Leaves the variant in the middle, for a reason that the user reads; see rt_miss(). */
#define RT_MISS_IF(call, condition, why)                                                                               \
    do {                                                                                                               \
        if (__builtin_expect(condition, 0))                                                                            \
            return rt_miss(call, why);                                                                                 \
    } while (0)
#define RT_TRY(condition)                                                                                              \
    do {                                                                                                               \
        if (__builtin_expect(!(condition), 0))                                                                         \
            return RT_FAILED;                                                                                          \
    } while (0)

/* Loads of sources. All return false (or NULL) without an exception set when the value is not of that kind: a miss.
 * The tensor loads check: exact type torch.Tensor or torch.nn.Parameter, dense, CPU, dtype, no conj or neg bit, and in
 * grad mode that it does not require grad. rank -1: any. */
bool rt_tensor(RtCall *call, PyObject *object, RtDType dtype, int rank, RtTensor *out);
/* The same of a tensor that the program uses with grad mode off alone: it may require grad. */
bool rt_tensor_untracked(RtCall *call, PyObject *object, RtDType dtype, int rank, RtTensor *out);
bool rt_int(PyObject *object, int64_t *out);  /* exactly int, fits int64 */
bool rt_float(PyObject *object, double *out); /* exactly float */
bool rt_bool(PyObject *object, bool *out);    /* exactly bool */
bool rt_is_none(PyObject *object);
typedef enum {
    RT_TYPE_NONE,
    RT_TYPE_BOOL,
    RT_TYPE_INT,
    RT_TYPE_FLOAT,
    RT_TYPE_STR,
    RT_TYPE_TUPLE,
    RT_TYPE_LIST,
    RT_TYPE_DICT,
    RT_TYPE_SET,
    RT_TYPE_FROZENSET,
    RT_TYPE_RANGE,
    RT_TYPE_SLICE,
    RT_TYPE_METHOD,
    RT_TYPE_PROXY
} RtType;
bool rt_is_type(PyObject *object, RtType type); /* exactly this type */
bool rt_is_str(PyObject *object, const char *text, size_t len);
bool rt_is_float_value(PyObject *object, double value);                            /* bit-equal float */
bool rt_is_ints(PyObject *object, int64_t count, int64_t a, int64_t b, int64_t c); /* exactly a tuple of 1 to 3 ints */
int64_t rt_len(PyObject *object); /* of a tuple, list, dict, deque or exact str; -1 else */
/* A dict whose keys, in order, are those in text, each ended by '\n' (pyaot_keys.c says how they are written). Where it
 * is of a class of the program, this one leaves the operations of dict alone. */
bool rt_keys_are(RtCall *call, PyObject *object, const char *text, int64_t own);
bool rt_members_are(RtCall *call, PyObject *object, const char *text); /* the same of a set, in any order */
/* Is the name, or the number, a key of the dict? `own`: see rt_keys_are(). */
bool rt_has_key(RtCall *call, PyObject *object, int name, bool wanted, int64_t own);
bool rt_has_int_key(RtCall *call, PyObject *object, int64_t key, bool wanted, int64_t own);
/* getattr where that runs no code of the user; owned by the call */
PyObject *rt_attr(RtCall *call, PyObject *object, int name);
PyObject *rt_number_of(RtCall *call, PyObject *scalar); /* item() of a scalar of NumPy, whose class was checked */
/* torch.from_numpy() of an array that can be written; NULL, too, for a row-major one with other strides along sizes of
 * 1 */
PyObject *rt_tensor_of_array(RtCall *call, PyObject *array);
PyObject *rt_context_value(RtCall *call, PyObject *variable); /* what a context variable holds, in this thread */
PyObject *rt_takes_level(RtCall *call, PyObject *logger, int64_t level); /* does a logger take messages of a level? */
PyObject *rt_answer(RtCall *call, PyObject *function); /* of a function in C that takes no arguments */
PyObject *rt_answer_to(RtCall *call, PyObject *function, const char *text); /* of one that takes this text */
PyObject *rt_first_answer(RtCall *call, PyObject *function);        /* of one of torch's own in Python; asked once */
PyObject *rt_values(RtCall *call, PyObject *dict);                  /* the values of a dict, as a list */
PyObject *rt_dict_keys(RtCall *call, PyObject *dict);               /* its keys */
PyObject *rt_proxied(RtCall *call, PyObject *proxy);                /* what a types.MappingProxyType reads */
PyObject *rt_module_slot(RtCall *call, PyObject *module, int name); /* nn.Module: _parameters, _buffers or _modules */
PyObject *rt_item(RtCall *call, PyObject *object, int64_t index);   /* list, tuple or deque, in range; dict, int key */
PyObject *rt_key(RtCall *call, PyObject *object, int name);         /* dict, str key */
PyObject *rt_global(RtCall *call, int name);                        /* of the stub module, then builtins */
PyObject *rt_module_global(RtCall *call, int module, int name);     /* of the imported module of that dotted name */
PyObject *rt_free(RtCall *call, int name);                          /* a cell of the closure of the compiled function */
bool rt_pinned(RtCall *call, int pinned);                           /* still the object it was at load */
/* object is what `pinned` was at load, or a method bound to it: for functions that are reached through an object. */
bool rt_is_pinned(RtCall *call, PyObject *object, int pinned);
/* object has an instance dictionary without this name: what its class defines is found. */
bool rt_lacks_attr(RtCall *call, PyObject *object, int name);
/* FACT_ABSENT: neither the object's own dictionary nor those of an nn.Module have the name. */
bool rt_lacks(RtCall *call, PyObject *object, const char *name);
/* Lists whose elements are alike. Element `at` of an exact list, or of an exact dict whose keys are "0", "1", ...:
 * taken one after the other, *cursor 0 at first. NULL: there is none, or its key is another. */
PyObject *rt_element(RtCall *call, PyObject *container, int64_t at, int64_t *cursor);
RtTensor *rt_table(RtCall *call, int64_t rows, int64_t columns); /* scratch memory for the tensors of the elements */
bool rt_same_int(PyObject *object, int64_t at, int64_t *value); /* an int; that of element 0 is kept, others equal it */
bool rt_is_int_value(PyObject *object, int64_t value);
/* rt_no_overlap with those of the tensors that are not `written` itself. */
bool rt_no_overlap_any(const RtTensor *written, const RtTensor *const *tensors, int64_t count);
/* rt_no_overlap with the tensors of one column of a table. */
bool rt_no_overlap_column(const RtTensor *written, const RtTensor *column, int64_t rows, int64_t columns);
static inline bool rt_no_grad(const RtCall *call) { return !call->grad; }           /* FACT_NO_GRAD */
static inline bool rt_no_inference(const RtCall *call) { return !call->inference; } /* FACT_NO_INFERENCE */
/* FACT_REQUIRES_NO_GRAD: from here on no tensor of this variant may require grad; always true. */
static inline bool rt_forbid_gradients(RtCall *call) { return call->no_gradients = true; }
bool rt_requires_no_grad(PyObject *tensor); /* the same fact about one tensor */
bool rt_requires_grad(PyObject *tensor);    /* FACT_REQUIRES_GRAD */
/* FACT_LOCAL: a Python function whose code calls itself so, and is from that module's file. place: 0: wherever; the
 * first line, and for a lambda, column of its body from 1 << 32 and lines below << 52; -1 - mark of the stub. */
bool rt_is_code(RtCall *call, PyObject *object, const char *module, const char *qualname, int64_t place);
bool rt_plain_module(RtCall *call, PyObject *module);                 /* FACT_PLAIN_MODULE */
bool rt_hooked_module(RtCall *call, PyObject *module, int64_t kinds); /* the same, which may have those hooks */
bool rt_modules_are(PyObject *module, int64_t count_and_depth);       /* FACT_MODULES */
bool rt_is_unset(const char *variable);                               /* os.environ has it not */
/* The class has of its own the attributes that are listed, and those functions: lines "name" or "name=line:qualname".
 */
bool rt_class_as_written(RtCall *call, const char *module, const char *qualname, const char *attributes);
PyObject *rt_type(PyObject *object);                                /* its class, which it keeps */
bool rt_class_made(RtCall *call, PyObject *type, const char *text); /* FACT_MADE */
bool rt_is_class(RtCall *call, PyObject *object, const char *module, const char *qualname); /* exact type */
bool rt_class_lacks(RtCall *call, const char *module, const char *qualname, const char *attribute);
/* The class is a member of the set, or (not wanted) is none. */
bool rt_has_class(RtCall *call, PyObject *set, bool wanted, const char *module, const char *qualname);
bool rt_has_object(PyObject *set, PyObject *member, bool wanted);
bool rt_default_dtype(RtCall *call, RtDType dtype);
bool rt_autocast_dtype(RtCall *call, RtDType dtype); /* of CPUs */

/* Layout guards. */
bool rt_row_major(const RtTensor *t); /* strides are exactly those of a fresh tensor of this shape */
bool rt_same_shape(const RtTensor *a, const RtTensor *b);
bool rt_strides_are(const RtTensor *t, const int64_t *strides); /* also where the size is 1; no size is 0 */
int64_t rt_numel(const RtTensor *t);
bool rt_no_overlap(const RtTensor *written, const RtTensor *other); /* two objects, disjoint byte ranges */
bool rt_dense_no_self_overlap(const RtTensor *t);
bool rt_no_offset(const RtTensor *t);   /* its first element is that of its storage */
bool rt_even_offset(const RtTensor *t); /* its first element lies at an even place of its storage */

/* Results. Where these give false or NULL, the variant returns RT_FAILED. rt_output: a fresh tensor as
 * torch.empty_strided would make it (strides NULL: row-major), resizable, owned by the call. */
bool rt_output(RtCall *call, RtDType dtype, int ndim, const int64_t *shape, const int64_t *strides, RtTensor *out);
/* A view on the storage of base (as torch.as_strided, offset in elements from base's first element; strides NULL:
 * row-major); owned by the call. */
PyObject *rt_view(RtCall *call, PyObject *base, int ndim, const int64_t *shape, const int64_t *strides, int64_t offset);
/* The same of a complex base as real numbers, and of a real base as complex numbers: torch.view_as_real and
 * torch.view_as_complex. Strides and offset are those of the result's elements. */
PyObject *rt_view_real(RtCall *call, PyObject *base, int ndim, const int64_t *shape, const int64_t *strides,
                       int64_t offset);
PyObject *rt_view_complex(RtCall *call, PyObject *base, int ndim, const int64_t *shape, const int64_t *strides,
                          int64_t offset);
/* What such a view is, as a branch may choose it or another tensor. */
bool rt_tensor_of(PyObject *view, RtTensor *out);
PyObject *rt_new_int(RtCall *call, int64_t value); /* the following are owned by the call */
PyObject *rt_new_float(RtCall *call, double value);
PyObject *rt_new_bool(RtCall *call, bool value);
PyObject *rt_new_str(RtCall *call, const char *text, size_t len);
PyObject *rt_literal_str(RtCall *call, const char *text, size_t len); /* that of the module's constants of the text */
PyObject *rt_interned_str(RtCall *call, const char *text);            /* that of Python's constants of the text */
PyObject *rt_detached(RtCall *call, PyObject *view);                  /* view.detach() */
/* The same tensor as torch makes it in inference mode; the same view as it makes it there, or with grad mode off. */
PyObject *rt_inference_tensor(RtCall *call, PyObject *tensor);
PyObject *rt_view_in_inference(RtCall *call, PyObject *view);
PyObject *rt_view_in_no_grad(RtCall *call, PyObject *view);
PyObject *rt_new_tuple(RtCall *call, int count, PyObject *const *items);
PyObject *rt_new_size(RtCall *call, int count, PyObject *const *items);                    /* torch.Size */
PyObject *rt_new_named(RtCall *call, const char *name, int count, PyObject *const *items); /* torch.return_types.name */
/* An object of the class `type`, which derives from tuple; its own __new__ is not called. */
PyObject *rt_new_tuple_of(RtCall *call, PyObject *type, int count, PyObject *const *items);
PyObject *rt_new_list(RtCall *call, int count, PyObject *const *items);
PyObject *rt_new_dict(RtCall *call, int count, PyObject *const *keys, PyObject *const *items);
/* callable(*args, **keywords); keywords is a dict or None. */
PyObject *rt_new_applied(RtCall *call, PyObject *callable, PyObject *args, PyObject *keywords);
/* An object of the class without anything in it, by the __new__ of `object` or `dict`; type None: an empty dict. */
PyObject *rt_new_empty(RtCall *call, PyObject *type);
/* The first `attributes` names are attributes, which are stored past all code of the user; the others are keys. */
bool rt_fill(RtCall *call, PyObject *object, int64_t attributes, int64_t count, PyObject *const *names,
             PyObject *const *values);
PyObject *rt_new_cell(RtCall *call); /* of a closure, empty */
bool rt_fill_cell(PyObject *cell, PyObject *value);
/* A function that the program defines inside another one: code and names are those of the program's text. Defaults is a
 * tuple, keyword_defaults, attributes and annotations are dicts, or None; cells: a dict of the variables it closes
 * over. */
PyObject *rt_new_function(RtCall *call, PyObject *qualname, PyObject *defaults, PyObject *keyword_defaults,
                          PyObject *cells, PyObject *attributes, PyObject *annotations);
/* Writes to Python objects that outlive the call, behind everything that may fail. They run no code of the user, as a
 * guard has seen: rt_settable says that assigning attribute `name` does no more than storing it there. */
typedef enum { RT_PLAIN, RT_IN_MODULE, RT_HOOKED, RT_HOOKED_IN_MODULE, RT_DELETED, RT_BUFFER, RT_SLOT } RtSettable;
bool rt_settable(RtCall *call, PyObject *object, int name, RtSettable how);
bool rt_apart(PyObject *dict, PyObject *object); /* the dict is none of those that hold the object's attributes */
/* No code runs when the object loses its place, or all that lies in the container does; NULL: there is none. */
bool rt_dies_unseen(PyObject *object);
bool rt_empties_unseen(PyObject *container);
bool rt_looks_up_unseen(PyObject *dict); /* nor when a key of a built-in type is looked for in the dict */
bool rt_set_attr(RtCall *call, PyObject *object, int name, PyObject *value);
bool rt_set_plain(RtCall *call, PyObject *object, int name, PyObject *value); /* of a value that is made here */
bool rt_set_buffer(RtCall *call, PyObject *module, int name, PyObject *value);
bool rt_register_buffer(RtCall *call, PyObject *module, int name, PyObject *value, PyObject *persistent);
bool rt_put(PyObject *list, int64_t index, PyObject *value);
bool rt_append(PyObject *list, PyObject *value);
bool rt_replace(RtCall *call, PyObject *list, int64_t count, PyObject *const *items); /* list[:] = items */
PyTypeObject *rt_dict_base(PyObject *dict); /* the C class that the class of a dict derives from, or is */
bool rt_set_key(PyObject *dict, PyObject *key, PyObject *value);
bool rt_delete_key(PyObject *dict, PyObject *key);
bool rt_delete_attr(RtCall *call, PyObject *object, int name);
bool rt_clear(PyObject *dict);
bool rt_set_global(RtCall *call, int name, PyObject *value); /* of the stub module */
bool rt_set_grad_mode(bool on);
static inline bool rt_is_made(PyObject *object) { return object != NULL; }
bool rt_warn(RtCall *call, int64_t count, PyObject *const *facts); /* see _Build._warn() in pyaot_stub.py */
RtStatus rt_return(RtCall *call, PyObject *object);                /* RT_OK; RT_FAILED if object is NULL */
/* As torch.autograd.graph.increment_version. To be called at once after (or before) the kernel that writes to an input:
 * from there on the call can no longer fall back to the Python twin. */
void rt_bump_version(RtCall *call, const RtTensor *t);
void rt_bump_versions(RtCall *call, const RtTensor *t, int64_t count); /* so many operations together */
void rt_note_write(RtCall *call); /* the same for a write that PyTorch does not count */
/* A new tensor on which the program worked in place so many times. */
bool rt_set_version(RtCall *call, PyObject *tensor, int64_t version);

/* Scratch memory of the thread, 64-byte aligned, valid until the variant returns; NULL only when out of memory. */
void *rt_scratch(RtCall *call, size_t bytes);
size_t rt_scratch_enter(void); /* a mark in it */
/* Gives back all of it that was asked for since the mark. */
void rt_scratch_leave(size_t mark);
/* Memory of at least so many bytes, 64-byte aligned, for what an iteration of a loop makes: `memory`, which is NULL or
 * came from here, or more, when its content is lost. Valid until the variant returns; NULL only when out of memory. */
void *rt_room(RtCall *call, void *memory, size_t bytes);

bool rt_pause(RtCall *call);
/* At each turn of a loop, of which some, milliseconds apart, let other threads run and handle signals. False: a handler
 * has raised an exception, as that of Ctrl-C does. */
static inline bool rt_goes_on(RtCall *call) { return --call->turns || rt_pause(call); }

/* Releases the GIL for work of this many elementary operations if that pays; pair with rt_acquire. */
void *rt_release(double work);
void rt_acquire(void *token);
/* True when a loop over this much work should use all threads. Never in a forked child: libgomp's threads do not
 * survive a fork, and a parallel region would wait for them for ever. */
extern bool rt_forked;
static inline bool rt_parallel(int64_t work) { return work >= 32768 && !rt_forked; }
/* The part of [0, n) that belongs to this thread of a parallel region. A region whose `if` clause is false still costs
 * over 100 ns (libgomp calls the kernel), so a loop is a function over [begin, end), called directly when the work is
 * small. */
static inline void rt_share(int64_t n, int64_t *begin, int64_t *end) {
    int64_t threads = 1, thread = 0;
#ifdef _OPENMP
    threads = omp_get_num_threads();
    thread = omp_get_thread_num();
#endif
    int64_t part = (n + threads - 1) / threads;
    part = (part + 15) & ~(int64_t)15; /* whole cache lines, so that threads do not write to the same one */
    *begin = part * thread < n ? part * thread : n;
    *end = *begin + part < n ? *begin + part : n;
}

/* ---- library kernels ------------------------------------------------------------------------------------- */
/* C[b, M, N] = A[b, M, K] * B[b, K, N] (+ bias[N]); strides in elements; *_batch may be 0. C is row-major in its last
 * two dimensions. */
void rt_matmul_f32(int64_t batch, int64_t M, int64_t N, int64_t K, const float *A, int64_t a_batch, int64_t a_row,
                   int64_t a_col, const float *B, int64_t b_batch, int64_t b_row, int64_t b_col, const float *bias,
                   float *C, int64_t c_batch);
void rt_matmul_f64(int64_t batch, int64_t M, int64_t N, int64_t K, const double *A, int64_t a_batch, int64_t a_row,
                   int64_t a_col, const double *B, int64_t b_batch, int64_t b_row, int64_t b_col, const double *bias,
                   double *C, int64_t c_batch);
/* Positions of the first `count` true elements among the n of a mask. */
void rt_compact(const uint8_t *mask, int64_t n, int64_t count, int64_t *positions);

/* ---- ATen operators from C ------------------------------------------------------------------------------- */
/* Arguments are pushed in the schema's order, then rt_aten_call(op, overload) runs it. Results are tensors owned by the
 * call. */
typedef struct RtAten {
    RtCall *call;
    int count;
    uint64_t stack[128];
    bool failed;
} RtAten;
void rt_aten_begin(RtAten *aten, RtCall *call);
void rt_aten_tensor(RtAten *aten, const RtTensor *t); /* the tensor object itself */
/* Memory of the kernel as a tensor: the operator must not return a view of it. No strides: it is row-major. */
void rt_aten_data(RtAten *aten, const void *data, RtDType dtype, int ndim, const int64_t *shape,
                  const int64_t *strides);
void rt_aten_int(RtAten *aten, int64_t value);
void rt_aten_float(RtAten *aten, double value);
void rt_aten_bool(RtAten *aten, bool value);
void rt_aten_none(RtAten *aten); /* for any optional */
void rt_aten_ints(RtAten *aten, int count, const int64_t *values);
void rt_aten_str(RtAten *aten, const char *text);
void rt_aten_dtype(RtAten *aten, RtDType dtype);
void rt_aten_list(RtAten *aten, int count); /* the last `count` arguments become one: Tensor[], Tensor?[], float[] */
void rt_aten_some(RtAten *aten);            /* the last argument is the value of an optional */
/* The operator takes numbers from torch's generator: should the call end as a miss, the generator is set back, so that
 * the Python twin draws the same ones. */
void rt_aten_random(RtAten *aten);
/* False: an exception is set (the operator's own message, as RuntimeError). If the call has written to nothing,
 * returning RT_FAILED then runs the Python twin, which raises what Python raises. Arguments of type Scalar cannot be
 * passed. Variants that use operators are skipped where the loaded PyTorch lacks the dispatcher's C interface. */
bool rt_aten_call(RtAten *aten, const char *name, const char *overload, int results, RtTensor *out);

/* ---- functions of graph back ends ------------------------------------------------------------------------ */
/* Arguments are pushed as Python objects, then rt_graph_call runs the function of that name as the graph back end with
 * that number has made it; see pyaot_graphs.py. A failure is a miss if the call has written to nothing. */
void rt_graph_tensor(RtAten *args, const RtTensor *t);
/* Memory of the kernel (strides NULL: row-major): a copy of it, which the back end may keep. */
void rt_graph_data(RtAten *args, const void *data, RtDType dtype, int ndim, const int64_t *shape,
                   const int64_t *strides);
void rt_graph_int(RtAten *args, int64_t value);
void rt_graph_float(RtAten *args, double value);
void rt_graph_bool(RtAten *args, bool value);
bool rt_graph_call(RtAten *args, int backend, const char *name, int results, RtTensor *out);
/* Brings a result into this layout (strides NULL: row-major). */
bool rt_graph_fit(RtAten *args, RtTensor *t, int ndim, const int64_t *strides);

#pragma GCC visibility pop
#endif
