/* Calls of functions that a graph back end made of a part of the graph: through the run time, which hands tensors and
 * numbers over as Python objects. The results are tensors of the back end's, brought into the layout that the graph
 * says, and checked. */
#include "codegen/lower.h"

static void push(Lower *l, LpExpr *args, const char *function, uint32_t count, LpExpr *const *items) {
    LpExpr *all[8] = {args};
    for (uint32_t i = 0; i < count; i++)
        all[i + 1] = items[i];
    lp_eval(l->arena, l->block, lp_call(l->arena, lp_type(LPT_VOID), function, count + 1, all), (Span){0});
}

static void push_tensor(Lower *l, LpExpr *args, const IrNode *node) {
    Arena *a = l->arena;
    const IrNode *base;
    const ShExpr *offset, *strides[IR_MAX_RANK];
    if (!lower_strided(l, node, &base, &offset, strides)) {
        l->unsupported = "an operand of a graph that is no strided view";
        return;
    }
    Memory *memory = lower_memory(l, base);
    if (base == node && memory->tensor) {
        push(l, args, "rt_graph_tensor", LP_ARGS(lp_address(a, lp_var(a, memory->tensor))));
        return;
    }
    LpVar *pointer = lower_var(l, "base", lp_pointer(lp_memory_type(node->type.dtype), true));
    lp_decl(a, l->block, pointer, lower_data(l, base), (Span){0});
    LpExpr *data = lp_address(a, lp_load(a, lp_var(a, pointer), lower_offset(l, node, offset)));
    if (node->type.flat) { /* it has the shape of an input of any rank */
        const IrNode *like = l->graph->inputs.data[l->graph->flat.data[node->type.flat - 1]].node;
        LpExpr *model = lp_var(a, lower_memory(l, like)->tensor);
        push(l, args, "rt_graph_data",
             LP_ARGS(data, lower_dtype(l, node->type.dtype), lp_field(a, model, "ndim", lp_type(LPT_I32)),
                     lp_field(a, model, "shape", lp_pointer(LPT_I64, true)),
                     lp_name(a, "NULL", lp_pointer(LPT_I64, true))));
        return;
    }
    push(l, args, "rt_graph_data",
         LP_ARGS(data, lower_dtype(l, node->type.dtype), lp_int(a, node->type.rank),
                 lower_size_array(l, node->type.shape, node->type.rank),
                 lower_size_array(l, strides, node->type.rank)));
}

static void push_input(Lower *l, LpExpr *args, const IrNode *node) {
    switch (node->type.kind) {
    case IRT_TENSOR:
        push_tensor(l, args, node);
        return;
    case IRT_INT:
        push(l, args, "rt_graph_int", LP_ARGS(lower_scalar(l, node)));
        return;
    case IRT_FLOAT:
        push(l, args, "rt_graph_float", LP_ARGS(lower_scalar(l, node)));
        return;
    case IRT_BOOL:
        push(l, args, "rt_graph_bool", LP_ARGS(lower_scalar(l, node)));
        return;
    case IRT_NONE:
        break;
    }
    ICE("call: an operand without a value");
}

static void fit(Lower *l, LpExpr *args, const IrNode *result, LpVar *tensor) {
    Arena *a = l->arena;
    if (lower_has_own_strides(result))
        return;
    const IrType *type = &result->type;
    LpExpr *strides = type->strides && type->rank ? lower_size_array(l, type->strides, type->rank)
                                                  : lp_name(a, "NULL", lp_pointer(LPT_I64, true));
    lp_try(a, l->block,
           LOWER_CALL(l, LPT_BOOL, "rt_graph_fit", args, lp_address(a, lp_var(a, tensor)), lp_int(a, type->rank),
                      strides));
}

static void bind_results(Lower *l, const IrNode *node, LpExpr *args, LpVar *results, int count) {
    Arena *a = l->arena;
    const IrRegion *region = node->parent;
    for (int check = 0; check < 2; check++)
        for (uint32_t i = 0; i < region->nodes.len; i++) {
            const IrNode *result = region->nodes.data[i];
            if (result->op != OP_RESULT || result->inputs[0] != node)
                continue;
            if (check) {
                LpVar *tensor = lower_memory(l, result)->tensor;
                fit(l, args, result, tensor);
                lower_check_result(l, result, tensor);
                continue;
            }
            Memory *memory = arena_new_of(a, Memory);
            memory->tensor = lower_var(l, lower_node_name(result, "result"), lp_type(LPT_TENSOR));
            memory->tensor->is_mutable = true;
            LpExpr *given = count > 1 ? lp_load(a, lp_var(a, results), lp_int(a, result->ints[0])) : lp_var(a, results);
            lp_decl(a, l->block, memory->tensor, given, (Span){0});
            map_put(&l->memory, MAP_KEY(result), memory);
        }
}

/* An operand as an RtTensor: that of its object, or one that describes its memory. */
static LpExpr *tensor_operand(Lower *l, const IrNode *node) {
    Arena *a = l->arena;
    const IrNode *base;
    const ShExpr *offset, *strides[IR_MAX_RANK];
    if (!lower_strided(l, node, &base, &offset, strides)) {
        l->unsupported = "an operand of a graph that is no strided view";
        return lp_int(a, 0);
    }
    const Memory *memory = lower_memory(l, base);
    if (base == node && memory->tensor)
        return lp_address(a, lp_var(a, memory->tensor));
    LpVar *pointer = lower_var(l, "base", lp_pointer(lp_memory_type(node->type.dtype), true));
    LpVar *view = lower_var(l, "operand", lp_type(LPT_TENSOR));
    view->is_mutable = true;
    lp_decl(a, l->block, pointer, lower_data(l, base), (Span){0});
    lp_decl(a, l->block, view, NULL, (Span){0});
    LpExpr *data = lp_address(a, lp_load(a, lp_var(a, pointer), lower_offset(l, node, offset)));
    lp_eval(a, l->block,
            LOWER_CALL(l, LPT_VOID, "rt_describe_memory", lp_address(a, lp_var(a, view)), data,
                       lower_dtype(l, node->type.dtype), lp_int(a, node->type.rank),
                       lower_size_array(l, node->type.shape, node->type.rank),
                       lower_size_array(l, strides, node->type.rank)),
            (Span){0});
    return lp_address(a, lp_var(a, view));
}

/* A function in C of a third party: its results are tensors that are made here. */
static void call_in_c(Lower *l, const IrNode *node) {
    Arena *a = l->arena;
    const IrRegion *region = node->parent;
    uint32_t count = 0;
    LpExpr **args = arena_array(a, LpExpr *, node->input_count + node->ints[1]);
    for (uint32_t i = 0; i < node->input_count; i++)
        args[count++] = node->inputs[i]->type.kind == IRT_TENSOR ? tensor_operand(l, node->inputs[i])
                                                                 : lower_scalar(l, node->inputs[i]);
    count += (uint32_t)node->ints[1];
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        const IrNode *result = region->nodes.data[i];
        if (result->op != OP_RESULT || result->inputs[0] != node)
            continue;
        Memory *memory = arena_new_of(a, Memory);
        memory->tensor = lower_var(l, lower_node_name(result, "result"), lp_type(LPT_TENSOR));
        map_put(&l->memory, MAP_KEY(result), memory);
        l->setup = l->block;
        lower_output(l, memory->tensor, &result->type);
        args[node->input_count + result->ints[0]] = lp_address(a, lp_var(a, memory->tensor));
    }
    Str name = str_format("%s_call", node->text);
    lp_eval(a, l->block, lp_call(a, lp_type(LPT_VOID), name, count, args), node->span);
}

void lower_call(Lower *l, const IrNode *node) {
    Arena *a = l->arena;
    if (l->module->graph_backend < 0) {
        call_in_c(l, node);
        return;
    }
    LpVar *stack = lower_var(l, "args", lp_type(LPT_ATEN));
    stack->is_mutable = true;
    lp_decl(a, l->block, stack, NULL, (Span){0});
    LpExpr *args = lp_address(a, lp_var(a, stack));
    push(l, args, "rt_aten_begin", LP_ARGS(lp_var(a, l->call)));
    if (node->ints[0])
        push(l, args, "rt_aten_random", 0, NULL);
    for (uint32_t i = 0; i < node->input_count; i++)
        push_input(l, args, node->inputs[i]);
    int count = (int)node->ints[1];
    LpVar *results = lower_var(l, "results", lp_type(LPT_TENSOR));
    results->is_mutable = true;
    results->is_array = count > 1;
    lp_decl(a, l->block, results, count > 1 ? lp_int(a, count) : NULL, (Span){0});
    LpExpr *out = count > 1 ? lp_var(a, results) : lp_address(a, lp_var(a, results));
    lp_try(a, l->block,
           LOWER_CALL(l, LPT_BOOL, "rt_graph_call", args, lp_int(a, l->module->graph_backend), lp_text(a, node->text),
                      lp_int(a, count), out));
    bind_results(l, node, args, results, count);
}
