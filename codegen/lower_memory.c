/* Memory of the host function: tensors from outside, fresh outputs, scratch memory that is reused when its owner is
 * dead, and single elements in local variables. */
#include "codegen/lower.h"

LpVar *lower_var(Lower *l, const char *name, LpType type) {
    LpVar *var = arena_new_of(l->arena, LpVar);
    var->name = names_unique(&l->names, name);
    var->type = type;
    return var;
}

LpExpr *lower_dtype(Lower *l, DType dtype) {
    static const char *const names[DT_COUNT] = {
        [DT_BOOL] = "RT_BOOL", [DT_U8] = "RT_U8",   [DT_I8] = "RT_I8",   [DT_I16] = "RT_I16",
        [DT_I32] = "RT_I32",   [DT_I64] = "RT_I64", [DT_F16] = "RT_F16", [DT_BF16] = "RT_BF16",
        [DT_F32] = "RT_F32",   [DT_F64] = "RT_F64", [DT_C64] = "RT_C64", [DT_C128] = "RT_C128"};
    return lp_name(l->arena, names[dtype], lp_type(LPT_I32));
}

Str lower_node_name(const IrNode *node, const char *fallback) {
    if (node->op == OP_INPUT) {
        const IrGraph *graph = node->parent->graph;
        if (node->ints[0] < graph->inputs.len && graph->inputs.data[node->ints[0]].name)
            return names_identifier(graph->inputs.data[node->ints[0]].name);
        return str_of(fallback);
    }
    Str assigned = names_assigned(node->span);
    if (assigned)
        return assigned;
    if (node->op == OP_RESULT || node->op == OP_PARAM)
        return str_of(fallback);
    return str_of(ir_op_info[node->op].name);
}

LpExpr *lower_size_array(Lower *l, const ShExpr *const *items, int count) {
    if (count == 0)
        return lp_name(l->arena, "NULL", lp_pointer(LPT_I64, true));
    LpExpr **values = arena_array(l->scratch, LpExpr *, count);
    for (int i = 0; i < count; i++)
        values[i] = lower_size(l, items[i]);
    return lp_array(l->arena, LPT_I64, (uint32_t)count, values);
}

Memory *lower_memory(Lower *l, const IrNode *node) {
    Memory *memory = map_get(&l->memory, MAP_KEY(node));
    if (memory)
        return memory;
    if (node->op != OP_INPUT)
        ICE("lower: %s %%%u of %s has no memory", ir_op_info[node->op].name, node->id, l->variant->name);
    memory = arena_new_of(l->arena, Memory);
    if (l->graph->inputs.data[node->ints[0]].source->in_element) {
        l->unsupported = "an element of a list at no position";
        memory->tensor = lower_var(l, "element", lp_type(LPT_TENSOR));
        return memory;
    }
    memory->tensor = lower_source(l, l->graph->inputs.data[node->ints[0]].source)->tensor;
    if (!memory->tensor)
        ICE("lower: input %d of %s has no tensor fact", (int)node->ints[0], l->variant->name);
    map_put(&l->memory, MAP_KEY(node), memory);
    return memory;
}

LpExpr *lower_data(Lower *l, const IrNode *node) {
    const Memory *memory = lower_memory(l, node);
    if (memory->pointer)
        return lp_var(l->arena, memory->pointer);
    LpType type = lp_pointer(lp_memory_type(node->type.dtype), false);
    return lp_field(l->arena, lp_var(l->arena, memory->tensor), "data", type);
}

/* ---- allocation -------------------------------------------------------------------------------------------------- */
void lower_output(Lower *l, LpVar *tensor, const IrType *type) {
    Arena *a = l->arena;
    LpBlock *block = l->block;
    l->block = l->setup;
    tensor->is_mutable = true;
    LpExpr *rank = lp_int(a, type->rank), *shape, *strides = lp_name(a, "NULL", lp_pointer(LPT_I64, true));
    if (type->flat) {
        const IrInput *like = &l->graph->inputs.data[l->graph->flat.data[type->flat - 1]];
        LpExpr *model = lp_var(a, lower_memory(l, like->node)->tensor);
        rank = lp_field(a, model, "ndim", lp_type(LPT_I32));
        shape = lp_field(a, model, "shape", lp_pointer(LPT_I64, true));
    } else {
        shape = lower_size_array(l, type->shape, type->rank);
        if (type->strides && type->rank > 0)
            strides = lower_size_array(l, type->strides, type->rank);
    }
    lp_decl(a, l->block, tensor, NULL, (Span){0});
    lp_try(a, l->block,
           LOWER_CALL(l, LPT_BOOL, "rt_output", lp_var(a, l->call), lower_dtype(l, type->dtype), rank, shape, strides,
                      lp_address(a, lp_var(a, tensor))));
    l->block = block;
}

static LpExpr *scratch_call(Lower *l, LpExpr *bytes, LpType type) {
    return lp_call(l->arena, type, "rt_scratch", LP_ARGS(lp_var(l->arena, l->call), bytes));
}

static void require(Lower *l, LpVar *pointer) {
    LpBlock *block = l->block;
    l->block = l->setup;
    l->is_littered |= l->around && l->setup != l->around;
    LpExpr *null = lp_name(l->arena, "NULL", pointer->type);
    lower_miss_unless(l, lp_binary(l->arena, LPO_NE, lp_var(l->arena, pointer), null), "out of memory");
    l->block = block;
}

const ShExpr *lower_extent(Lower *l, const IrType *type) {
    const ShExpr *count = ir_numel(l->cx, type), *one = sh_const(l->cx, 1), *extent = one;
    for (int d = 0; type->strides && d < type->rank; d++)
        extent = sh_add(l->cx, extent, sh_mul(l->cx, sh_sub(l->cx, type->shape[d], one), type->strides[d]));
    if (type->strides && extent != count) /* a size of 0 may make it negative */
        count = sh_max(l->cx, extent, sh_const(l->cx, 0));
    return sh_mul(l->cx, count, sh_const(l->cx, dtype_info[type->dtype].bytes));
}

/* A view, or a conjugate, that is computed into memory of its own has the strides of what it is a view of, gaps and
 * all.
 */
static const ShExpr *byte_count(Lower *l, const IrNode *node) {
    const IrType *type = &node->type;
    if (node->op == OP_CONJ || ir_is_view(node))
        return lower_extent(l, type);
    return sh_mul(l->cx, ir_numel(l->cx, type), sh_const(l->cx, dtype_info[type->dtype].bytes));
}

static LpVar *scratch_here(Lower *l, Root *root, const char *name) {
    LpType type = lp_pointer(lp_memory_type(root->node->type.dtype), false);
    LpVar *pointer = lower_var(l, name, type);
    const ShExpr *bytes = byte_count(l, root->node);
    for (uint32_t i = 0; i < l->slots.len; i++) {
        Slot *slot = &l->slots.data[i];
        if (slot->bytes != bytes || slot->block != l->setup || slot->last_use >= root->first)
            continue;
        lp_decl(l->arena, l->setup, pointer, lp_cast(l->arena, type, lp_var(l->arena, slot->pointer)), (Span){0});
        slot->last_use = root->last_use;
        return pointer;
    }
    lp_decl(l->arena, l->setup, pointer, scratch_call(l, lower_size(l, bytes), type), (Span){0});
    require(l, pointer);
    Slot slot = {bytes, l->setup, pointer, root->last_use};
    vec_push(l->arena, &l->slots, slot);
    return pointer;
}

static void visit_runtime(void *env, const ShSymbol *symbol) {
    bool *found = env;
    *found = *found || (symbol->origin_kind == SH_FROM_NODE && symbol->origin);
}

/* Once for all iterations of a loop, unless the size is made in it. */
LpBlock *lower_setup_block(Lower *l, const ShExpr *size) {
    bool runtime = false;
    sh_visit_symbols(size, visit_runtime, &runtime);
    return l->around && !runtime ? l->around : l->setup;
}

static LpVar *scratch(Lower *l, Root *root, const char *name) {
    LpBlock *setup = l->setup;
    l->setup = lower_setup_block(l, byte_count(l, root->node));
    LpVar *pointer = scratch_here(l, root, name);
    l->setup = setup;
    return pointer;
}

LpExpr *lower_row_buffer(Lower *l, const char *name, LpBase type, const ShExpr *length) {
    Arena *a = l->arena;
    LpBlock *setup = l->setup;
    l->setup = lower_setup_block(l, length);
    LpVar *pointer = lower_var(l, name, lp_pointer(type, false));
    LpExpr *parts = lp_call(a, lp_type(LPT_I64), "rt_parts_max", 0, NULL);
    int64_t bytes = type == LPT_F64 || type == LPT_I64   ? 8
                    : type == LPT_F32 || type == LPT_I32 ? 4
                    : type == LPT_I16                    ? 2
                                                         : 1;
    LpExpr *row = lower_size(l, sh_mul(l->cx, length, sh_const(l->cx, bytes)));
    lp_decl(a, l->setup, pointer, scratch_call(l, lp_binary(a, LPO_MUL, parts, row), pointer->type), (Span){0});
    require(l, pointer);
    l->setup = setup;
    return lp_var(a, pointer);
}

void lower_make_room(Lower *l, LpVar *room, const IrType *type) {
    LpExpr *bytes = lower_size(l, lower_extent(l, type));
    LpExpr *call =
        lp_call(l->arena, room->type, "rt_room", LP_ARGS(lp_var(l->arena, l->call), lp_var(l->arena, room), bytes));
    lp_assign(l->arena, l->block, lp_var(l->arena, room), call, (Span){0});
    LpExpr *null = lp_name(l->arena, "NULL", room->type);
    lower_miss_unless(l, lp_binary(l->arena, LPO_NE, lp_var(l->arena, room), null), "out of memory");
}

void lower_allocate(Lower *l, Root *root) {
    if (map_has(&l->memory, MAP_KEY(root->node)))
        return;
    Memory *memory = arena_new_of(l->arena, Memory);
    const char *name = lower_node_name(root->node, "value");
    map_put(&l->memory, MAP_KEY(root->node), memory);
    memory->pointer = map_get(&l->rooms, MAP_KEY(root->node));
    if (memory->pointer) {
        LpBlock *block = l->block;
        l->block = l->setup;
        lower_make_room(l, memory->pointer, &root->node->type);
        l->block = block;
        return;
    }
    switch (root->memory) {
    case MEMORY_OUTPUT:
        memory->tensor = lower_var(l, name, lp_type(LPT_TENSOR));
        lower_output(l, memory->tensor, &root->node->type);
        return;
    case MEMORY_SCRATCH:
        memory->pointer = scratch(l, root, name);
        return;
    case MEMORY_LOCAL:
        memory->pointer = lower_var(l, name, lp_type(lp_memory_type(root->node->type.dtype)));
        memory->pointer->is_array = true;
        memory->pointer->is_mutable = true;
        /* At the top, as a branch may choose it for what comes behind it. */
        lp_decl(l->arena, l->prologue, memory->pointer,
                lp_int(l->arena, dtype_is_complex(root->node->type.dtype) ? 2 : 1), (Span){0});
        return;
    default:
        ICE("lower: memory of kind %d is not allocated here", (int)root->memory);
    }
}

LpExpr *lower_offset(Lower *l, const IrNode *node, const ShExpr *offset) {
    return lower_size(l, dtype_is_complex(node->type.dtype) ? sh_mul(l->cx, offset, sh_const(l->cx, 2)) : offset);
}

/* ---- views ------------------------------------------------------------------------------------------------------- */
bool lower_strided(Lower *l, const IrNode *node, const IrNode **base, const ShExpr **offset, const ShExpr **strides) {
    return sched_strided(l->s, node, base, offset, strides);
}

/* Memory of the caller that torch's result is a view of; NULL: none, or where torch copies on the way. */
static const IrNode *viewed_outside(const Lower *l, const IrNode *node) {
    for (; ir_is_view(node); node = node->inputs[0])
        if (node->op == OP_RESHAPE && !node->type.strides && !ir_is_row_major(l->cx, &node->inputs[0]->type))
            return NULL;
    return ir_is_outside(node) ? node : NULL;
}

LpExpr *lower_tensor_object(Lower *l, const IrNode *node) {
    Arena *a = l->arena;
    const IrNode *base, *outside = viewed_outside(l, node);
    const ShExpr *offset, *strides[IR_MAX_RANK];
    if (!lower_strided(l, node, &base, &offset, strides))
        ICE("lower: %%%u of %s is no view", node->id, l->variant->name);
    if (outside && base != outside)
        l->unsupported = "a view of an argument whose strides follow no rule that is known";
    if (sh_is_value(ir_numel(l->cx, &node->type), 0)) /* steps over no element are those that analysis found */
        for (int d = 0; d < node->type.rank; d++)
            strides[d] = index_stride(l->cx, &node->type, d);
    LpType object = lp_pointer(LPT_OBJECT, false);
    LpExpr *value = lp_field(a, lp_var(a, lower_memory(l, base)->tensor), "object", object);
    bool complex = dtype_is_complex(node->type.dtype);
    const char *view = dtype_is_complex(base->type.dtype) == complex ? "rt_view"
                       : complex                                     ? "rt_view_complex"
                                                                     : "rt_view_real";
    if (base != node && !(node->op == OP_CONTIGUOUS && node->inputs[0] == base)) {
        LpExpr *steps = node->type.strides ? lower_size_array(l, strides, node->type.rank)
                                           : lp_name(a, "NULL", lp_pointer(LPT_I64, true));
        value = lp_call(a, object, view,
                        LP_ARGS(lp_var(a, l->call), value, lp_int(a, node->type.rank),
                                lower_size_array(l, node->type.shape, node->type.rank), steps, lower_size(l, offset)));
    }
    if (value->kind == LPE_CALL) {
        LpVar *var = lower_var(l, "view", object);
        lp_decl(a, l->block, var, value, (Span){0});
        value = lp_var(a, var);
        LpExpr *null = lp_name(a, "NULL", object);
        lp_try(a, l->block, lp_binary(a, LPO_NE, value, null));
    }
    return value;
}
