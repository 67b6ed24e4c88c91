/* The tree of what is returned, as ev_return.c makes it; ev_return_function.c makes the trees of functions. */
#ifndef PYAOT_EV_RETURN_H
#define PYAOT_EV_RETURN_H
#include "analysis/ev_internal.h"

typedef struct Container {
    ObjId object;
    Tree *tree; /* NULL: begun and not complete */
} Container;

/* An object that is made empty and filled when all else of the tree is there: it may lead to itself. */
typedef struct Unfilled {
    Tree *tree;
    const Value *value;
} Unfilled;

/* A number, text or tuple that a tree has been made for. */
typedef struct Plain {
    const Value *value;
    Tree *tree;
} Plain;

typedef struct Cell { /* of a variable that returned functions share */
    ObjId scope;
    Str name;
    Tree *tree;
} Cell;

/* The value behind a leaf, as it is before a copy gives it memory of its own. */
typedef struct Origin {
    const Value *value;
    IrNode *node;
    bool is_chosen; /* it may be one of several tensors that were made here */
} Origin;

/* A copy that gives tensors of one storage memory of their own. */
typedef struct OwnCopy {
    ObjId storage;
    const IrNode *memory;
    IrNode *copy;
} OwnCopy;

typedef struct Returned {
    Ev *ev;
    VEC(OwnCopy) copies;
    VEC(Origin) origins;
    VEC(IrNode *) leaves;
    VEC(const Value *) values; /* of the leaves that are tensors, else NULL */
    ObjIdVec storages;         /* of the leaves that are tensors; 0: not a tensor, or a view of an input */
    bool by_object; /* what branches chose are the objects themselves, also where copies would do as far as is known */
    bool alone;     /* a tensor is all that is returned: it does not matter which other results share its memory */
    ObjIdVec older; /* memories of inputs, of which views older than the last write to them are returned */
    VEC(Container) containers; /* one object must not become two */
    VEC(Unfilled) unfilled;
    VEC(Cell) cells;
    VEC(Plain) plain;
    int shared;            /* containers that stand in several places */
    const Value *rows;     /* the last list that a loop has filled with tensors; NULL: none is returned */
    ObjIdVec filled_lists; /* the buffers of those that loops have filled */
    const Value *records;  /* the last of them whose items are tuples; NULL: none is returned */
    Span span;
} Returned;

/* Each gives NULL when it has failed. The tree of a value, at one more place: */
const Tree *ret_tree(Returned *r, const Value *value);
const Tree *ret_unsupported(Returned *r, const Value *value); /* fails, or begins anew */
Tree *ret_new(Returned *r, TreeKind kind);
Tree *ret_constant(Returned *r, Constant constant);
Tree *ret_none(Returned *r);
/* A tree of so many others, or of the trees of so many values. */
Tree *ret_with(Returned *r, TreeKind kind, uint32_t count, const Tree *const *items);
Tree *ret_items(Returned *r, TreeKind kind, const Value *const *items, uint32_t count);
Tree *ret_dict(Returned *r, const Value *value); /* of constant keys */
/* The container with its tree, if the object has been met before; the tree of one that has one already. */
Container *ret_known(const Returned *r, ObjId object);
const Tree *ret_shared(Returned *r, Tree *first);
Tree *ret_at_source(Returned *r, const Source *source);
/* An object of an imported module, which must be what it was; `name` may have dots. */
Tree *ret_at_path(Returned *r, const char *module, const char *name);
/* callable(*args, **keywords); NULL keywords: none. */
Tree *ret_apply(Returned *r, const Tree *callable, const Tree *args, const Tree *keywords);

/* ev_return_function.c: a function; one that a name of module level, or of a class, leads to. */
const Tree *ret_function(Returned *r, const Value *value);
const Tree *ret_named_function(Returned *r, const Value *value);

#endif
