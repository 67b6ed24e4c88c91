/* Private to the run time: what its files share. Generated code never includes this.
 *
 * An extension holds one RtTorch (what was found in the loaded PyTorch, looked up once) and one RtState per stub that
 * was opened on it. Everything here is touched under the GIL only, except what is marked thread-local. */
#ifndef PYAOT_INTERNAL_H
#define PYAOT_INTERNAL_H

#include "pyaot_runtime.h"

/* In the stable ABI since 3.12, and exported by 3.11 under the same contract, but hidden there by the limited API. */
PyAPI_FUNC(PyObject *) PyObject_Vectorcall(PyObject *callable, PyObject *const *args, size_t nargsf, PyObject *names);

/* ---- the loaded PyTorch ---------------------------------------------------------------------------------- */
#pragma GCC visibility push(hidden)

typedef void *RtHandle; /* at::Tensor *, which the C interface of AOTInductor calls AtenTensorHandle */

/* What C++ functions of torch take and give. A tensor is a class, which is returned in memory of the caller, as a C
 * struct of this size is. */
typedef struct RtInts {
    const int64_t *data;
    size_t count;
} RtInts;
typedef struct RtOptionalInt {
    int64_t value;
    bool is_given;
} RtOptionalInt;
typedef struct RtMade {
    void *tensor, *unused[3];
} RtMade;

/* DLPack 1.3, from its specification. */
typedef struct DlDevice {
    int32_t type, id;
} DlDevice;
typedef struct DlType {
    uint8_t code, bits;
    uint16_t lanes;
} DlType;
typedef struct DlTensor {
    void *data;
    DlDevice device;
    int32_t ndim;
    DlType dtype;
    int64_t *shape, *strides;
    uint64_t byte_offset;
} DlTensor;
typedef struct DlExchange {
    uint32_t major, minor;
    void *previous;
    int (*allocate)(void);
    int (*managed_from_object)(void);
    int (*managed_to_object)(void);
    int (*tensor_from_object)(void *object, DlTensor *out);
    int (*current_stream)(void);
} DlExchange;

enum { RT_INLINE_RANK = 5 };       /* a TensorImpl itself has sizes and strides of so many dimensions */
enum { RT_MANAGED_DICT = 1 << 4 }; /* Py_TPFLAGS_MANAGED_DICT, which is not in the limited API */

/* Every function pointer may be NULL: a slower way through Python takes its place. */
typedef struct RtTorch {
    bool ready;
    PyTypeObject *tensor_type, *parameter_type, *module_type;
    const DlExchange *exchange;
    /* Python objects of last resort, and of rare paths. */
    PyObject *get_rng_state, *set_rng_state, *set_grad_mode, *return_types;
    PyObject *increment_version, *empty_strided, *as_strided, *from_numpy, *view_as_real, *view_as_complex,
        *dtypes[RT_DTYPE_COUNT];
    PyObject *remake;       /* ("tensor", "inference" or "no_grad", t) -> t as made in a mode */
    PyObject *probe;        /* () -> (modes are plain, inference mode, grad mode) */
    PyObject *first_answer; /* (function of torch without parameters) -> what it returned first; of others: None */
    PyObject *keys_of;      /* tensor -> dispatch keys */
    PyObject *get_default_dtype, *get_autocast_dtype;
    PyObject *size_type;                                                             /* torch.Size */
    PyObject *str_requires_grad, *str_level, *str_contents, *str_function, *str_cpu; /* interned */
    PyTypeObject *method_type;                                                       /* of bound Python methods */
    PyObject *cell_type;                                                             /* of the cells of closures */
    PyTypeObject *deque_type;                                                        /* collections.deque */
    PyObject *weak_count;                                                            /* _weakref.getweakrefcount */
    PyTypeObject *function_type; /* of Python functions; NULL: code_offset is unknown */
    PyObject *methods;           /* what Tensor, Parameter and Module had under each name when torch was bound */
    PyObject *unchanged;         /* (methods) -> bool */
    Py_ssize_t tag_offset;       /* of the version tag in a type, which any change of the type changes; 0: unknown */
    uint32_t tags[3];            /* of the three types when they were last compared with methods */
    bool methods_unchanged;      /* and how that came out */
    Py_ssize_t version_offset; /* of the version in a dict, which any change of the dict makes a new one; 0: unknown */
    Py_ssize_t dict_offset;    /* of the dictionary of an object whose class has RT_MANAGED_DICT; 0: unknown */
    Py_ssize_t code_offset;    /* of the code object in a Python function; 0: unknown */
    PyObject *forward_ad;      /* dict of torch.autograd.forward_ad */
    PyObject *module_hooks[8]; /* the dicts of torch.nn.modules.module that hold global hooks */
    int module_hook_count;
    /* torch's C interface. A Python tensor holds its at::Tensor at handle_offset, which makes it a handle by itself. */
    Py_ssize_t handle_offset;   /* 0: unknown */
    Py_ssize_t keys_offset;     /* of the dispatch keys in a TensorImpl; 0: unknown */
    Py_ssize_t autograd_offset; /* of the pointer to autograd data in a TensorImpl; 0: unknown */
    Py_ssize_t counter_offset;  /* of the pointer to the version in a TensorImpl; 0: unknown */
    Py_ssize_t shape_offset;    /* of the sizes in a TensorImpl, for ranks up to RT_INLINE_RANK; 0: unknown */
    Py_ssize_t dtype_offset;    /* of the code of the dtype in a TensorImpl, where shape_offset is known */
    uint64_t plain_keys, inference_keys;
    uint64_t counting_key;       /* of what counts the versions of tensors that an operator writes; 0: not known */
    uint64_t inference_modes[2]; /* thread's dispatch keys in inference mode */
    void *core;                  /* libc10, for the thread's dispatch keys */
    int32_t dtype_codes[RT_DTYPE_COUNT];
    int8_t dtype_of_code[64];
    int32_t cpu;
    bool (*grad_enabled)(void);
    void (*set_grad_enabled)(bool);
    bool (*function_mode_enabled)(void);
    int32_t (*get_dim)(RtHandle, int64_t *);
    int32_t (*get_sizes)(RtHandle, int64_t **);
    int32_t (*get_strides)(RtHandle, int64_t **);
    int32_t (*get_dtype)(RtHandle, int32_t *);
    int32_t (*get_data)(RtHandle, void **);
    int32_t (*get_offset)(RtHandle, int64_t *);
    int32_t (*get_storage_size)(RtHandle, int64_t *); /* in bytes */
    int32_t (*empty)(int64_t, const int64_t *, const int64_t *, int32_t, int32_t, int32_t, RtHandle *);
    int32_t (*delete_handle)(RtHandle);
    int32_t (*new_handle)(RtHandle, RtHandle *);
    int32_t (*from_blob)(void *, int64_t, const int64_t *, const int64_t *, int64_t, int32_t, int32_t, int32_t,
                         RtHandle *);
    PyObject *(*wrap)(RtHandle);
    PyObject *(*wrap_moved)(RtHandle); /* of a tensor that has no object yet, which takes the handle's reference */
    void (*bump_version)(RtHandle);
    RtMade (*strided_view)(RtHandle, RtInts size, RtInts stride, const RtOptionalInt *offset); /* at::as_strided */
    RtMade (*detach)(RtHandle);
    int32_t (*dispatch)(const char *, const char *, uint64_t *, uint64_t);
    uint64_t abi_version;
    int32_t (*new_list)(size_t, void **);
    int32_t (*list_push)(void *, uint64_t);
    int32_t (*delete_list)(void *);
    int32_t (*new_string)(const char *, size_t, void **);
    int32_t (*new_value)(uint64_t **);
    const char *(*error_text)(void);
    void (*sgemm)(const char *, const char *, const int *, const int *, const int *, const float *, const float *,
                  const int *, const float *, const int *, const float *, float *, const int *);
    void (*dgemm)(const char *, const char *, const int *, const int *, const int *, const double *, const double *,
                  const int *, const double *, const int *, const double *, double *, const int *);
} RtTorch;
extern RtTorch rt_torch;

bool rt_torch_bind(bool portable); /* false: an exception is set. portable: use no symbol of libtorch */
typedef struct RtModes {
    bool plain; /* no mode is on that changes what operators mean */
    bool inference, grad;
} RtModes;
bool rt_methods_unchanged(void);
bool rt_modes(RtModes *modes);                                                   /* false: an exception is set */
void rt_row_major_strides(int32_t ndim, const int64_t *shape, int64_t *strides); /* a size of 0 counts as 1 */
bool rt_is_oddly_empty(int ndim, const int64_t *shape); /* TensorIterator gives it strides of its own */
PyObject *rt_wrap_owned(RtHandle handle);               /* a new tensor object; consumes the handle */
void *rt_torch_error(void);                             /* sets the exception of the torch call that failed; NULL */
bool rt_has_plain_keys(RtCall *call, PyObject *object); /* no conjugate or negative view, nor anything else */
void rt_describe(PyObject *object, RtTensor *out); /* fills out for a tensor that is known to be dense and on the CPU */
static inline uint32_t rt_tag_of(const PyTypeObject *type) { /* needs tag_offset */
    return *(const uint32_t *)((const char *)type + rt_torch.tag_offset);
}
static inline RtHandle rt_handle(PyObject *object) { return (char *)object + rt_torch.handle_offset; }

/* ---- a stub that was opened ------------------------------------------------------------------------------ */
typedef struct RtPin {
    PyObject *holder; /* strong: a dict, or an object with attributes; NULL: not resolved yet */
    PyObject *name, *value, *code;
    bool is_dict, absent; /* absent: a builtin that holder, the stub module, must not shadow */
    bool failed;          /* not found when it had to be: never holds again */
} RtPin;
typedef struct RtClass { /* a class that was looked up for rt_is_class */
    const char *module, *qualname;
    PyObject *type;
} RtClass;
typedef struct RtKey { /* an object that a line of rt_keys_are names; NULL: there is none */
    const char *text;
    PyObject *object;
} RtKey;
typedef struct RtWritten { /* a class that rt_class_as_written has looked through */
    const char *attributes;
    PyObject *names; /* its __dict__ */
    Py_ssize_t count;
} RtWritten;
typedef struct RtLocalCode { /* a code object that rt_is_code has found to be the one */
    const char *qualname;
    int64_t place;
    PyObject *code;
} RtLocalCode;
enum { LOCAL_CODES = 64 };
typedef struct RtReason {
    const char *why;
    int64_t count;
} RtReason;
enum { REASONS_KEPT = 8 };
typedef struct RtVariantCounts {
    int64_t calls;
    int64_t *misses;                /* by guard */
    RtReason reasons[REASONS_KEPT]; /* of misses in the middle */
} RtVariantCounts;
typedef struct RtState {
    const RtModule *module;
    PyObject *globals, *builtins;
    PyObject *owner; /* the module of the globals, which the interpreter clears at its end; or None */
    PyObject **names;
    RtPin *pins;
    RtClass *classes;
    RtKey *keys;
    RtLocalCode local_codes[LOCAL_CODES];
    int class_count, written_count, key_count;
    RtWritten *written;
    RtVariantCounts **counts; /* [entry][variant] */
    int64_t compiled, fallback, breaks, fused, library, aten, python, mode_misses;
    PyObject *make_function; /* (qualified name, defaults, keyword defaults, cells, attributes) -> function */
    PyObject *find_literals; /* gives literals: text -> the object that constants of the stub's code share, or NULL */
    PyObject *literals;
    PyObject *warn;    /* gives a warning, see _Build._warn() in pyaot_stub.py */
    PyObject *marked;  /* offset of a lambda in the source -> the code that it runs */
    PyObject *graphs;  /* (back end, name, arguments) -> tensors, see pyaot_graphs.py; NULL: there are none */
    PyObject *on_miss; /* (entry index, [(variant, guard, why)], arguments) -> None; NULL when nobody listens */
    int8_t *segmented; /* by entry, for first segments: how the latest call was counted (RtSegmented) */
} RtState;
/* PENDING: counted as plain Python until a segment runs. */
typedef enum {
    RT_SEGMENTED_FALLBACK,
    RT_SEGMENTED_PENDING,
    RT_SEGMENTED_COMPILED, /* one segment has run in a variant */
    RT_SEGMENTED_RESUMED   /* several have */
} RtSegmented;
typedef struct RtBound { /* an entry with its Python twin: `self` of the callable that the stub calls */
    PyObject_HEAD RtState *state;
    const RtEntry *entry;
    int index, first; /* first: entry that counts calls of a segmented function */
    PyObject *fallback;
    PyObject *free_names, *cells; /* tuples: the closure of the twin; cells None: each call brings them, first of all */
    PyObject *home, *elsewhere;   /* globals of the twin, and what gives one with others; NULL: nobody asks */
} RtBound;

/* Per thread and extension. */
typedef struct RtChunk {
    struct RtChunk *next;
    size_t size, used;
} RtChunk;
typedef struct RtThread {
    RtChunk *chunks; /* newest first */
    size_t total;    /* bytes in use over all chunks */
    size_t wanted;   /* size of the next first chunk */
    int disabled;
    uint64_t *keys;    /* this thread's dispatch keys in libc10 */
    int fallbacks;     /* that run now, one inside of the other */
    uintptr_t reserve; /* the C stack must not grow below; 0: not asked yet */
} RtThread;
extern __thread RtThread rt_thread;

/* The class that a module has at the path, if it calls itself so: a new reference, or NULL. */
PyObject *rt_find_class(RtState *state, const char *module, const char *qualname);
bool rt_is_of_every_class(const char *name);                                        /* in whatever version of Python */
bool rt_has_code(PyObject *function, const char *qualname, int64_t line);           /* a Python function; line 0: any */
PyObject *rt_class_named(RtState *state, const char *module, const char *qualname); /* borrowed, or NULL */
PyObject *rt_object_named(RtState *state, const char *module,
                          const char *name);              /* new; of an imported module, or NULL */
void rt_resolve_pins(RtState *state, bool all);           /* all: those of the stub module too */
void rt_add_hooks(RtState *state);                        /* methods named __getattribute__ that it has taken in */
PyObject *rt_pinned_function(RtState *state, int pinned); /* borrowed; NULL: it is none, or is not there yet */
PyObject *rt_read_attr(PyObject *object, PyObject *name); /* new; NULL: also where reading would run code of the user */
/* ---- pyaot_seen.c ---------------------------------------------------------------------------------------- */
typedef enum { RT_ASK_ATTR, RT_ASK_SLOT, RT_ASK_LACKS, RT_ASK_PLAIN } RtQuestion;
typedef PyObject *RtRead(PyObject *object, PyObject *name); /* a new reference or NULL; runs no code of the user */
typedef bool RtAsk(PyObject *object, const void *name);     /* depends on the object's dictionaries and class alone */
PyObject *rt_seen_value(RtCall *call, PyObject *object, PyObject *name, RtQuestion question, RtRead *read);
bool rt_seen_truth(RtCall *call, PyObject *object, const void *name, RtQuestion question, RtAsk *ask);

bool rt_modules_init(void);
void rt_drop_owned(RtCall *call);
bool rt_own_more(RtCall *call, PyObject *object);
static inline bool rt_own(RtCall *call, PyObject *object) { /* takes the reference; false: NULL, or memory ran out */
    if (!object || call->owned_count == RT_OWNED_MAX)
        return object && rt_own_more(call, object);
    call->owned[call->owned_count++] = object;
    return true;
}
void rt_drop_rooms(RtCall *call);
uint64_t rt_fnv(const void *bytes, size_t len);

#pragma GCC visibility pop
#endif
