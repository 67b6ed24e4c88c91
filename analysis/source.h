/* Sources and facts: where a value comes from at run time, and what a variant assumes about it.
 *
 * A Source is a path from the arguments of the compiled function (or its module's globals) to a live Python object.
 * Sources are hash-consed: equal paths are the same pointer. A Fact is one assumption; the facts of a variant, in the
 * order of the list, are its guard. Facts are data: they are returned by analysis, printed for people by fact_print()
 * and turned into code by codegen, and made nowhere else. */
#ifndef PYAOT_SOURCE_H
#define PYAOT_SOURCE_H
#include "analysis/dtype.h"
#include "analysis/shape.h"

typedef enum {
    SRC_ARG,      /* positional slot `index` of the compiled function, `name` its parameter */
    SRC_GLOBAL,   /* global `name` of the module of the compiled source (of module `module` when it is set) */
    SRC_FREE,     /* the cell of free variable `name` of the compiled function */
    SRC_ATTR,     /* attribute `name` of base, by getattr */
    SRC_PARAM,    /* nn.Module base: base._parameters[name], base._buffers[name] or base._modules[name] */
    SRC_ITEM_INT, /* base[index] of a list or tuple */
    SRC_ITEM_STR, /* base[name] of a dict with str keys */
    SRC_ELEMENT,  /* any item of base, a list or the _modules of a container, whose items are alike: what a fact says of
                     it, it says of each; sizes and ints that are read from it are the same in all of them */
} SourceKind;

typedef struct Source Source;
struct Source {
    SourceKind kind;
    uint32_t id;
    const Source *base; /* NULL for ARG, GLOBAL, FREE */
    Str name;
    Str module; /* SRC_GLOBAL: dotted module name, or NULL for the compiled module itself; an answer: its argument */
    int64_t index;
    bool in_element; /* it is an element, or leads through one */
};
const Source *source_arg(int index, Str name);
const Source *source_global(Str module, Str name);
/* What the function of that path answers when it is called without arguments, or with the text that stands behind the
 * path ("torch.get_autocast_dtype('cuda')"): at each call, or `once` in a process. */
const Source *source_answer(const char *path, bool once);
const Source *source_answer_of(const Source *function, Str argument); /* of a function at that source */
bool source_is_answer(const Source *source);
const Source *source_path(const char *path); /* "torch.ops.aten.add": the global `add` of torch.ops.aten */
const Source *source_free(Str name);
const Source *source_attr(const Source *base, Str name);
const Source *source_param(const Source *base, Str name);
const Source *source_item_int(const Source *base, int64_t index);
const Source *source_item_str(const Source *base, Str key);
const Source *source_element(const Source *base);
/* The same path from `to` as the source takes from `from`; NULL: it does not lead through `from`. */
const Source *source_rebased(const Source *source, const Source *from, const Source *to);
/* The same path through any item where the source takes one by number: of peers, like layers of stages, it is one. */
const Source *source_family(const Source *source);
void source_print(Buf *out, const Source *source); /* "self.blocks[0].weight", as in the program's own text */

typedef enum {
    FACT_TENSOR, /* exact torch.Tensor (or Parameter), dense CPU, dtype, rank (-1: any), no grad needed; number 1: it
                    may require grad, as it is used with grad mode off alone */
    FACT_LAYOUT, /* strides are `exprs` (rank of them); count 0: canonical row-major; see `flat` in ir.h for rank -1 */
    FACT_SAME_SHAPE, /* tensors `source` and `other` have equal shapes (both rank-polymorphic) */
    FACT_TYPE,       /* type(source) is the built-in type `text`: int float bool str NoneType list tuple dict */
    FACT_VALUE,      /* source == constant `constant` and of the same type */
    FACT_LEN,        /* len(source) == number */
    FACT_INTS, /* source is a tuple of ints that are `exprs` (count of them); of guards alone, see fact_merged() */
    FACT_KEYS, /* the dict's keys are those in `text`, in this order; each is ended by a newline, those that are no str
                  begin with a KeyMark */
    FACT_MEMBERS, /* the set's members are those in `text`, likewise, in any order */
    FACT_COMPARE, /* exprs[0] `compare` exprs[1] over symbols */
    FACT_SAME,    /* source is the very object `other` */
    FACT_IS,      /* source is the object that dotted path `text` names ("torch.sigmoid", "builtins.len") */
    FACT_CLASS, /* type(source) is the class that `text` names: "module:Qualified.name" ("" module: compiled module), or
                 * "module:global=Name" where the global's name is not what the class calls itself */
    FACT_HAS_KEY,    /* the dict or set at source has `constant`, a str or int (number 1), or has it not (0); of a class
                        of dicts: the operations that it defines, as the bits from 1 on (see own_operations()) */
    FACT_HAS_CLASS,  /* the set at source has the class that `text` names as a member (number 1), or has it not (0) */
    FACT_HAS_OBJECT, /* the set at source has the object `other` as a member (number 1), or has it not (0) */
    FACT_UNSET,      /* the environment variable `text` is not set, as os.environ has it */
    FACT_CLASS_LACKS, /* the class of `text` = "module:Class.name" has no attribute of that name, nor have its bases */
    FACT_WRITTEN, /* the class that `text` names has of its own what its source gives it, and nothing else: after the
                     name a line for each attribute, "name" or, for a function, "name=line:qualname" */
    FACT_MADE, /* source is a class that `type` has made of what the lines of `text` say: its name, its qualified name,
                  its bases in their order ("module:Class", "?" where facts of their own say which one it is), and
                  after an empty line all that it has of its own: "kname" or "kname=line:qualname" of a function
                  (k 'f'), a property (p), static (s) or class method (c), "gname" of a function that dataclasses has
                  made, "vname" of anything else that binds to no object */
    FACT_CODE, /* source is a function whose code is the one in the analysed source: `text` = "module:qualname" */
    FACT_ABSENT, /* the instance `source` has no attribute `text` of its own (nor as a parameter, buffer or submodule)
                  */
    FACT_PLAIN_MODULE, /* nn.Module source: no instance forward, no hooks, not parametrised (DESIGN §3.8 line 6);
                          number: but for forward hooks (1), those before them (2), or a forward of its own
                          (MODULE_FORWARD): these have guards of their own */
    FACT_NO_OVERLAP,   /* the memory of tensor `source`, which is written, overlaps no other tensor input, nor itself */
    FACT_NO_OFFSET,    /* the tensor's first element is that of its storage */
    FACT_EVEN_OFFSET,  /* the tensor's first element lies at an even place of its storage */
    FACT_SERIES,       /* source has at least one item; those of a dict are named "0", "1", ... in this order */
    FACT_POSITION,     /* the int at source, of an element, is the element's position + number */
    FACT_SETTABLE, /* assigning attribute `text` of `source` runs no code of the user: `number` says how it is stored */
    FACT_UNSEEN, /* no code runs when the object at source loses its place; number UNSEEN_ITEMS: what lies in it, if it
                    loses that; UNSEEN_KEYS: no code runs when a key of a built-in type is looked for in the dict */
    FACT_DISTINCT, /* source is not the very object `other` */
    FACT_LOCAL, /* source is a function whose code calls itself `text` ("module:qualname"); number: its line, 0 any, and
                   for a lambda, where its body begins: the column from 1 at FACT_COLUMN_SHIFT, how many lines below at
                   FACT_LINES_SHIFT; -1 - offset: the function of the program that begins there */
    FACT_MODULES, /* the module `source` has number >> 1 modules, each counted once: itself and whatever it leads to
                     (number & 1), or those right below it */
    FACT_APART,   /* the dict source is not where the object `other` holds its attributes */
    FACT_NO_GRAD, /* grad mode is off */
    FACT_NO_INFERENCE,     /* so is inference mode */
    FACT_REQUIRES_NO_GRAD, /* in whatever grad mode: the tensor source does not require grad; no source: none does */
    FACT_REQUIRES_GRAD,    /* the tensor source does */
    FACT_DEFAULT_DTYPE,    /* torch.get_default_dtype() is dtype */
    FACT_AUTOCAST_DTYPE,   /* torch.get_autocast_dtype("cpu") is dtype */
} FactKind;
enum { MODULE_HOOKS = 3, MODULE_FORWARD = 16 };
enum { UNSEEN_ITEMS = 1, UNSEEN_KEYS };
enum { FACT_COLUMN_SHIFT = 32, FACT_LINES_SHIFT = 52 };

/* What a key of FACT_KEYS is: a number, "module:Class", items that are each ended by KEY_SEPARATOR, None, True or
 * False, "module:Class.MEMBER" of an enum, "torch:float32" or "torch:relu": what the module has by that name. The run
 * time has the same (pyaot_keys.c). */
typedef enum {
    KEY_INT = 1,
    KEY_CLASS,
    KEY_TUPLE,
    KEY_CONSTANT,
    KEY_MEMBER,
    KEY_OBJECT,
    KEY_ANY, /* an object of the caller, an input of its own */
    KEY_LAST_MARK = KEY_ANY
} KeyMark;
#define KEY_SEPARATOR "\x1f"

typedef enum {
    SETTABLE_PLAIN,            /* in the object's own dictionary */
    SETTABLE_IN_MODULE,        /* the same, of an nn.Module that has no parameter, buffer or submodule of the name */
    SETTABLE_HOOKED,           /* in the object's own dictionary, past a `__setattr__` that was evaluated */
    SETTABLE_HOOKED_IN_MODULE, /* both */
    SETTABLE_DELETED,          /* deleted, from the object's own dictionary, which has it */
    SETTABLE_BUFFER,           /* in an nn.Module's dictionary of buffers, which has the name */
    SETTABLE_SLOT              /* in a place of the class's `__slots__` */
} SettableKind;

typedef enum { CONST_NONE, CONST_BOOL, CONST_INT, CONST_FLOAT, CONST_STR, CONST_ELLIPSIS } ConstKind;
/* Which object a text is: a new one, the one of that text that Python has interned, or the one that constants of a
 * module share, which is not interned. */
typedef enum { STR_MADE, STR_INTERNED, STR_LITERAL } StrOrigin;
typedef struct Constant { /* an immutable Python scalar */
    ConstKind kind;
    int64_t i; /* BOOL, INT; STR: its StrOrigin */
    double f;  /* FLOAT */
    Str s;     /* STR */
} Constant;
void constant_print(Buf *out, const Constant *constant); /* as Python's repr; floats round-trip */

typedef struct Fact {
    FactKind kind;
    Span span; /* the place in the program that needed it */
    const Source *source, *other;
    DType dtype;
    int rank;
    int64_t number;
    ShCompare compare;
    uint32_t count;
    const ShExpr *const *exprs;
    Constant constant;
    Str text;
    Str shown; /* what fact_text() gave; NULL: not asked for yet */
} Fact;
typedef struct FactList {
    Arena *arena;
    VEC(Fact) items;
    Map places; /* hash -> where such a fact was put last, plus one; `items` may have been cut off since */
} FactList;
void fact_add(FactList *facts, const Fact *fact); /* drops duplicates */
Str fact_text(Fact *fact);                        /* "a: Tensor, f32, rank 2, contiguous"; made once */
Str fact_shown(Fact *fact);                       /* the same, but of a long one the begin and the end */
void fact_add_all(FactList *facts, const FactList *more);
/* Orders facts: what later facts depend on first, then cheapest and likeliest to fail first. Stable. */
enum { MERGED_INTS = 3 }; /* as many ints of a tuple as one guard compares */
/* The same facts, of which those on the items of a tuple of known ints are one. */
FactList fact_merged(const FactList *facts);
void fact_sort(FactList *facts); /* repeated ones go; `items` is an array of its own then; nothing is added behind it */
#endif
