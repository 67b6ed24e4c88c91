/* What the printer and the parser of graph IR share: names of attributes and of symbol origins. */
#ifndef PYAOT_IR_TEXT_H
#define PYAOT_IR_TEXT_H
#include "analysis/ir.h"

/* The words for the places a symbol comes from, by ShOriginKind: "N = dim 0 @arg:0:x". */
static const char *const ir_origin_words[] = {
    [SH_FROM_DIM] = "dim", [SH_FROM_STRIDE] = "stride", [SH_FROM_NUMEL] = "numel", [SH_FROM_INT] = "int",
    [SH_FROM_LEN] = "len", [SH_FROM_SUM] = "sum",       [SH_FROM_NODE] = "node",
};
static inline bool ir_origin_has_index(ShOriginKind kind) { return kind == SH_FROM_DIM || kind == SH_FROM_STRIDE; }

/* The words for the steps of a source, by SourceKind: "@arg:0:self/attr:w/int:2". */
static const char *const ir_source_words[] = {
    [SRC_ARG] = "arg",     [SRC_GLOBAL] = "global", [SRC_FREE] = "free",    [SRC_ATTR] = "attr",
    [SRC_PARAM] = "param", [SRC_ITEM_INT] = "int",  [SRC_ITEM_STR] = "str", [SRC_ELEMENT] = "element",
};

/* The words for arguments of an operator of ATen, by AtenKind. */
static const char *const ir_aten_words[] = {
    [ATEN_TENSOR] = "tensor", [ATEN_INT] = "int",   [ATEN_FLOAT] = "float", [ATEN_BOOL] = "bool",   [ATEN_STR] = "str",
    [ATEN_NONE] = "none",     [ATEN_INTS] = "ints", [ATEN_LIST] = "list",   [ATEN_DTYPE] = "dtype",
};

/* The words for effects, by EffectKind: "set_attr(@arg:0:self, 'count', $0)". */
static const char *const ir_effect_words[] = {
    [EFFECT_NONE] = "none",
    [EFFECT_SET_ATTR] = "set_attr",
    [EFFECT_SET_ANY] = "set_any",
    [EFFECT_SET_MODULE] = "set_module",
    [EFFECT_SET_BUFFER] = "set_buffer",
    [EFFECT_PUT] = "put",
    [EFFECT_APPEND] = "append",
    [EFFECT_REPLACE] = "replace",
    [EFFECT_SET_KEY] = "set_key",
    [EFFECT_DELETE_KEY] = "delete_key",
    [EFFECT_DELETE_ATTR] = "delete_attr",
    [EFFECT_CLEAR] = "clear",
    [EFFECT_SET_GLOBAL] = "set_global",
    [EFFECT_SET_GRAD_MODE] = "set_grad_mode",
    [EFFECT_MADE] = "made",
    [EFFECT_WARN] = "warn",
};

/* The words for objects that are made at a return, by TreeKind: "apply(@global:set:builtins, ([1, 2],), None)". */
static const char *const ir_tree_words[] = {[TREE_APPLY] = "apply",
                                            [TREE_MADE] = "made",
                                            [TREE_MARKED] = "marked",
                                            [TREE_CELL] = "cell",
                                            [TREE_FUNCTION] = "function"};

static const char *const ir_kind_words[] = {[IRT_INT] = "int", [IRT_FLOAT] = "float", [IRT_BOOL] = "bool"};

/* Results of some nodes are OP_RESULT nodes: they are numbered although they have no type. */
static inline bool ir_is_numbered(const IrNode *node) {
    IrClass cls = ir_op_info[node->op].cls;
    return node->type.kind != IRT_NONE || cls == CLS_FLOW || cls == CLS_ATEN;
}

/* Does the input's size `dim` define this symbol, without being told? The first such place in the graph is its origin.
 */
static inline bool ir_input_defines(const IrInput *input, int dim, const ShSymbol *symbol) {
    const IrType *type = &input->node->type;
    return type->kind == IRT_TENSOR && type->shape[dim]->op == SH_SYM && type->shape[dim]->symbol == symbol;
}
#endif
