/* Abstract values: what the evaluator knows about each Python object of the program under analysis.
 *
 * Values are immutable and live in the module arena. What Python can mutate (lists, dicts, instances, variable scopes,
 * ...) is a heap object: the value holds its number (ObjId), the content is in the Heap (heap.h), where every write is
 * trailed, so that the effects of evaluating a branch can be collected, undone and merged. A tensor value is an IR node
 * plus what eager would know about it; its storage is a heap object too (for in-place operations and aliasing).
 *
 * Every value that stems from an argument, a global or an attribute of one carries its Source. */
#ifndef PYAOT_VALUE_H
#define PYAOT_VALUE_H
#include "analysis/ir.h"
#include "parser/ast.h"

typedef struct Ev Ev; /* the evaluator, ev.h */
typedef struct Value Value;
typedef uint32_t ObjId; /* 0: none */
typedef VEC(ObjId) ObjIdVec;

static inline bool has_object(const ObjIdVec *objects, ObjId object) {
    for (uint32_t i = 0; i < objects->len; i++)
        if (objects->data[i] == object)
            return true;
    return false;
}
typedef struct CallArgs CallArgs;

typedef enum ValueKind {
    V_NONE,
    V_ELLIPSIS,
    V_NOT_IMPLEMENTED,
    V_BOOL,  /* known bool: `boolean` */
    V_INT,   /* int, known or symbolic: `expr` */
    V_FLOAT, /* known float: `number` */
    V_STR,   /* known str: `str`; a str of which only the type is known has str NULL */
    V_BYTES,
    V_SCALAR, /* symbolic float or bool (or an int that is no shape expression): `node`, of kind IRT_FLOAT, IRT_BOOL,
                 IRT_INT */
    V_TENSOR, /* `tensor` */
    V_DTYPE,  /* torch.float32: `dtype` */
    V_DEVICE, /* torch.device("cpu"); others are V_EXTERNAL */
    V_OTHER_DTYPE,   /* `str`: "uint16", "complex32", ...: a dtype of no tensor that C code takes or makes */
    V_LAYOUT,        /* `str`: "strided", "sparse_coo", ... */
    V_MEMORY_FORMAT, /* `str`: "contiguous_format", "preserve_format", "channels_last", ... */
    V_TUPLE,         /* `items`; a namedtuple or torch.Size has `cls` set */
    V_SLICE,         /* items: start, stop, step */
    V_RANGE,         /* items: start, stop, step (ints) */
    V_LIST,          /* heap object */
    V_DICT,          /* heap object; insertion-ordered. Of a subclass: `instance`, whose exemplar is a V_INSTANCE that
                        holds the attributes */
    V_SET,           /* heap object */
    V_INSTANCE,      /* heap object: attributes; `cls` */
    V_CELL,          /* heap object: closure cell */
    V_ITERATOR,      /* heap object: an iterator over known items, or a generator that was evaluated eagerly */
    V_CLASS,         /* `class_info` */
    V_FUNCTION,      /* a Python function: `function` */
    V_METHOD,        /* bound: `function_value`, `self` */
    V_BUILTIN, /* a function of ours: `builtin` (Python builtins, methods of built-in types, prelude primitives) */
    V_PARTIAL, /* functools.partial: heap object */
    V_PROPERTY,
    V_STATICMETHOD,
    V_CLASSMETHOD, /* descriptors: items */
    V_SERIES,      /* `series`: a list of modules of one structure, however many (ev_series.c) */
    V_ROWS,        /* tuple: items whose number is known at run time only (ev_rows.c) */
    V_SUPER,       /* `cls` (the class after which to search), `self` */
    V_MODULE,      /* a Python module: `module` */
    V_EXTERNAL, /* a Python object that is known by its dotted path only: `str` ("random.random"); calling it is a cut
                 */
    V_UNKNOWN,  /* nothing is known; `str` says why */
    V_KIND_COUNT
} ValueKind;

typedef struct Function Function;
typedef struct ClassInfo ClassInfo;
typedef struct Module Module;

/* Views that are made with grad mode off are no longer to be written with it on where autograd sees it: torch marks
 * them.
 */
typedef enum { VIEW_PLAIN, VIEW_NO_GRAD, VIEW_INFERENCE } TorchView;

typedef struct TensorValue {
    IrNode *node; /* the present value; its type has dtype, shape, strides. A write through an alias replaces the
                     content of `storage`; read through ev_tensor_node() */
    const ShExpr *counted;  /* of `quiet`: versions besides, of loops and branches, where they are a number of the run
                               time; NULL: none */
    ObjId storage;          /* heap object: which memory; equal for tensors that alias */
    ObjId attributes;       /* of an example: the object that holds what the program has set; 0: nothing */
    uint32_t writes;        /* of the value that holds a storage's content: how many in-place operations led to it */
    uint32_t quiet;         /* of these: how many that torch does not count as a new version */
    uint32_t writes_before; /* of a view: how many had been made to its memory when it was made */
    bool is_parameter : 1;  /* nn.Parameter */
    bool is_detached : 1;   /* a view that autograd takes for a tensor of its own */
    bool is_data : 1;       /* x.data, or a view of it: writes count no version of x; not to be returned */
    bool is_from_numpy : 1; /* what from_numpy() makes of an array with that memory, or a view of it: not to be written
                             */
    bool is_fresh : 1;      /* made by the compiled code, not an input or a view of one */
    bool is_inference : 1;  /* its memory was made in a block of inference_mode() */
    unsigned view_mode : 2; /* else, of a view: the TorchView that it was made as */
    bool may_alias : 1;     /* merged from two sides of a branch, one of which was not fresh: reading is fine, returning
                               or writing it is not */
    bool is_part : 1;       /* merged, and on one side a part of its memory: where it begins is not known */
    bool is_place : 1;      /* a view that branches or loops chose by its position: which object it is is open */
    bool layout_open : 1;   /* its strides, or whether torch copied, depend on sizes of 1: tn_settle() before it is
                               returned or written */
} TensorValue;

typedef struct Builtin {
    const char *name;
    /* NULL: failed, see ev_fail. With `params`, args->args holds exactly one value a parameter, defaults filled in. */
    const Value *(*call)(Ev *ev, const Value *self, const CallArgs *args, Span span);
    const char
        *params; /* "input, dim=None, *, keepdim=False"; "*": as they come, without keywords; NULL: any as they come */
} Builtin;

struct Value {
    ValueKind kind;
    const Source *source; /* NULL: made by the program */
    union {
        bool boolean;
        const ShExpr *expr;
        double number;
        Str str;
        struct {
            Str text;              /* the same as `str`; NULL when `number` is set */
            const ShExpr *decimal; /* str(n) of a symbolic int; NULL else */
            StrOrigin origin;
        } text;
        IrNode *node;
        TensorValue tensor;
        DType dtype;
        ObjId object;
        struct {
            const Value **items;
            uint32_t count;
            ClassInfo *cls;
        } tuple; /* TUPLE, SLICE, RANGE, descriptors */
        struct {
            ObjId object;
            ClassInfo *cls;
            const Value *exemplar;
            const ShExpr *index; /* an element of a series: at which position; NULL else */
        } instance;
        const struct Series *series;
        ClassInfo *class_info;
        Function *function;
        struct {
            const Value *function;
            const Value *self;
        } method;
        struct {
            const Builtin *builtin;
            const Value *self;
        } builtin;
        struct {
            ClassInfo *cls;
            const Value *self;
        } super;
        Module *module;
    } u;
};

struct CallArgs {
    const Value **args;
    uint32_t count;
    Str *names; /* keyword names */
    const Value **keyword_values;
    uint32_t keyword_count;
};

struct Function {
    Str name, qualname;
    const AstNode *def;     /* FunctionDef or Lambda */
    Module *module;         /* globals */
    const Value **defaults; /* aligned with posonlyargs + args from the right */
    uint32_t default_count;
    const Value **kw_defaults; /* aligned with kwonlyargs, NULL none */
    ObjId closure;             /* enclosing scope object, 0 at module level */
    ClassInfo *owner;          /* class whose body holds the def: for super() and private names; NULL */
    const Value *wrapped;      /* functools.wraps: what it stands for, whose names it has; NULL */
    const Function *replaces;  /* prelude: the method of an installed class that it stands for */
    ObjId attributes;   /* heap object with what the program has set on the function; 0: none yet. A function that is
                           defined in another one always has it: it tells which function it is */
    Str packet;         /* "torch.ops.aten.add": overloads of this operator are its attributes; NULL none */
    const Module *home; /* whose function of that name is another object than the one that has the definition (`clip`
                           beside `clamp`); NULL: the name of the definition is its own */
    Str home_name;
    bool is_async, is_prelude;
    bool is_scripted; /* TorchScript has made its own code of it: see ev_script.c */
    bool assumed;     /* a decorator that cannot be evaluated was left out: for driver code alone */
};
struct ClassInfo {
    Str name, qualname;
    Str global; /* of a class that a call made: the path of its module that leads to it; NULL: its qualname */
    Module *module;
    const AstNode *def; /* NULL: no class statement */
    ClassInfo **mro;    /* linearised, itself first */
    uint32_t mro_count;
    ClassInfo **bases;
    uint32_t base_count;
    ObjId dict;                               /* class attributes: heap object */
    const char *builtin;                      /* "int", "torch.Tensor", ...: a class that C knows */
    const struct BuiltinClass *builtin_class; /* constructor and methods in C, or NULL */
    const Value *value;                       /* the V_CLASS value */
    const Value *example;                     /* an object that driver code or a call line makes, or NULL */
    bool is_placed;                           /* an input has led to it, in this attempt: see ev_place_class() */
    bool is_told;                             /* and it is a value of the program: see ev_tell_class() */
    bool is_builtin;                          /* made from a row of builtin_classes, not from a class statement */
    bool is_opaque;                           /* a base is not known to us: a missing attribute proves nothing */
    ClassInfo *metaclass; /* one of the program's that is evaluated (ev_metaclass.c); NULL: type, or another */
    bool has_metaclass;   /* one of the program's: what a call of the class does is not known */
    bool holds_items;     /* its objects are instances that hold a list or set, see ev_subclass.c */
    bool is_abc;          /* made by abc.ABCMeta */
    bool has_virtual;     /* classes may have been registered with it that do not derive from it */
    bool is_nn_module, is_dataclass, is_enum, is_namedtuple, is_exception;
    bool is_derivative; /* of torch.autograd.Function */
    bool assumed; /* a decorator of it or of a base that cannot be evaluated was left out: for driver code alone */
};
struct Module {
    const Value *value; /* that stands for it; NULL: none yet */
    Str name;           /* dotted */
    const SourceFile *file;
    struct ModuleIndex *index; /* definitions not evaluated yet, for inlined files and the prelude */
    ObjId globals;
    Module *installed;   /* prelude modules: the real module, for names that the prelude lacks; may be NULL */
    Map definitions;     /* Str -> const Value *: what was evaluated on demand; never undone */
    VEC(Module *) stars; /* modules of `from m import *`, in order */
    const struct IndexEntry *running; /* its statement that is being evaluated; NULL: none is */
    struct StarLookup *lookups;       /* names that are being looked for in them */
    uint32_t searched;                /* the last search for a name through such statements that has been here */
    bool stars_read;                  /* those statements of an indexed module have been evaluated */
    Map origins;                      /* imported name -> dotted path that it was imported from */
    const Builtin *natives;           /* its functions that are in C */
    Map lacks;                        /* names of builtins that it lacks -> what it had then, see ev_builtin_of() */
    Map lazy_names;                   /* names that were looked for among those that the module imports late */
    const SourceFile *lazy_file;      /* that is_lazy was found for, see ev_is_lazy() */
    bool is_lazy;
    uint32_t keys_sought; /* see ev_register() */
    bool is_run;          /* statements that do more than define were run, see run_statements() */
    bool is_package;
    bool has_packets;                    /* its functions are operators, whose overloads are their attributes */
    bool has_text_annotations;           /* of the main module: `from __future__ import annotations` */
    bool has_own_functions;              /* a function under another name is another object */
    bool is_read;                        /* by what is compiled, and not by driver code alone */
    bool ran_in_driver;                  /* its code, in driver code */
    bool is_prelude, is_main, is_opaque; /* opaque: no source to be read; attributes are V_EXTERNAL */
};
#endif
