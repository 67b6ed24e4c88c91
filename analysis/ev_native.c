/* Which functions of libraries are written in C. As attributes of a class they are no methods: self.f(x) does not hand
 * self on. tests/e2e/test_prelude_signatures.py holds the tables against the installed modules. */
#include "analysis/ev_internal.h"

#include <string.h>

/* Modules of the prelude whose functions are, but for those in `in_python`. */
static const char *const native_modules[] = {
    "bisect",          "builtins",      "heapq",        "itertools",        "math",           "operator",
    "torch",           "torch.fft",     "torch.linalg", "torch.special",    "torch_aten",     "torch_attention",
    "torch_complex",   "torch_foreach", "torch_index",  "torch_composites", "torch_layers",   "torch_factories",
    "torch_pointwise", "torch_unary",   "torch_views",  "torch_reductions", "torch_products", "torch_rearranged"};

static const char *const in_python[] = {
    "_siftdown", "_siftup", "nsmallest", "nlargest", "merge",
    /* torch, and what torch.nn.functional has in Python and torch in C */
    "is_tensor", "manual_seed", "unique", "unique_consecutive", "cdist", "sym_float", "sym_int", "sym_max", "sym_min",
    "sym_ite", "sym_not", "atleast_1d", "atleast_2d", "atleast_3d", "broadcast_tensors", "broadcast_shapes",
    "block_diag", "meshgrid", "cartesian_prod", "tensordot", "chain_matmul", "norm", "split", "einsum", "__getattr__",
    "group_norm", "instance_norm", "rrelu", "max_pool1d_with_indices", "triplet_margin_loss"};

/* Of modules that have most in Python. */
static const struct {
    const char *module, *name;
} native_functions[] = {{"functools", "reduce"}, {"functools", "cmp_to_key"}};

bool ev_is_native(const Value *v) {
    const Function *function = v->kind == V_FUNCTION && v->u.function->is_prelude ? v->u.function : NULL;
    if (!function || function->owner)
        return false;
    const char *module = function->module->name;
    for (size_t i = 0; i < COUNT_OF(native_functions); i++)
        if (!strcmp(native_functions[i].module, module) && !strcmp(native_functions[i].name, function->name))
            return true;
    bool is_inner =
        strchr(function->qualname, '<') && strcmp(module, "operator") != 0; /* itemgetter() gives one of C */
    return !is_inner && IS_AMONG(native_modules, module) && !IS_AMONG(in_python, function->name);
}

const Value *ev_bind_from(Ev *ev, const ClassInfo *where, const Value *attr, const Value *object, ClassInfo *cls,
                          Span span) {
    bool is_of_library = !where || where->is_builtin || where->module->is_prelude;
    return !is_of_library && ev_is_native(attr) ? attr : ev_bind_attr(ev, attr, object, cls, span);
}
