/* Branches and loops of the host function. What a region yields is a scalar variable, a pointer, or (where the tensor
 * object is returned) a tensor. Loop-carried tensors swap between two pieces of memory. */
#include "codegen/lower.h"

/* ---- what regions choose ----------------------------------------------------------------------------------------- */
static LpVar *scalar_variable(Lower *l, const IrNode *node, const char *name, LpExpr *first) {
    LpVar *var = lower_var(l, name, lp_type(lower_scalar_base(node->type.kind)));
    var->is_mutable = true;
    lp_decl(l->arena, l->block, var, first, node->span);
    lower_set_scalar(l, node, lp_var(l->arena, var));
    return var;
}

static LpVar *memory_variable(Lower *l, const IrNode *node, const char *name, LpExpr *first, bool object) {
    Memory *memory = arena_new_of(l->arena, Memory);
    LpType type = object ? lp_type(LPT_TENSOR) : lp_pointer(lp_memory_type(node->type.dtype), true);
    LpVar *var = lower_var(l, name, type);
    var->is_mutable = true;
    lp_decl(l->arena, l->block, var, first, node->span);
    *(object ? &memory->tensor : &memory->pointer) = var;
    map_put(&l->memory, MAP_KEY(node), memory);
    return var;
}

static LpExpr *zero_of(Lower *l, const IrNode *node) {
    switch (node->type.kind) {
    case IRT_FLOAT:
        return lp_float(l->arena, 0, LPT_F64);
    case IRT_BOOL:
        return lp_bool(l->arena, false);
    default:
        return lp_int(l->arena, 0);
    }
}

typedef struct Choice {
    const IrNode *result;
    LpVar *var;
    bool object;
} Choice;
typedef struct Choices {
    VEC(Choice) items;
} Choices;

static void declare_results(Lower *l, const IrNode *flow, Choices *choices) {
    const IrRegion *region = flow->parent;
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        const IrNode *node = region->nodes.data[i];
        if (node->op != OP_RESULT || node->inputs[0] != flow || !sched_is_live(l->s, node))
            continue;
        Choice choice = {.result = node};
        if (node->type.kind == IRT_TENSOR) {
            choice.object = sched_root(l->s, node)->object;
            LpExpr *null = lp_name(l->arena, "NULL", lp_pointer(lp_memory_type(node->type.dtype), true));
            choice.var = memory_variable(l, node, "chosen", choice.object ? NULL : null, choice.object);
        } else {
            choice.var = scalar_variable(l, node, "chosen", zero_of(l, node));
        }
        vec_push(l->arena, &choices->items, choice);
    }
}

/* Has what lies with these strides those of the chosen tensor, where they matter? */
static bool lies_as(Lower *l, const ShExpr *const *strides, const IrType *wanted) {
    for (int d = 0; d < wanted->rank; d++)
        if (!sh_is_value(wanted->shape[d], 1) &&
            sh_canon(l->cx, strides[d]) != sh_canon(l->cx, index_stride(l->cx, wanted, d)))
            return false;
    return true;
}

/* The tensor that a yielded node is: itself, or a view that is made now. */
static LpExpr *yielded_tensor(Lower *l, const IrNode *node, const IrType *wanted) {
    const IrNode *base;
    const ShExpr *offset, *strides[IR_MAX_RANK];
    bool strided = lower_strided(l, node, &base, &offset, strides);
    if (strided && base == node)
        return lp_var(l->arena, lower_memory(l, base)->tensor);
    LpVar *tensor = lower_var(l, "view", lp_type(LPT_TENSOR));
    tensor->is_mutable = true;
    if (!strided || !lies_as(l, strides, wanted)) {
        l->unsupported = "sides of a branch that lie differently in memory";
        return lp_var(l->arena, tensor);
    }
    LpExpr *object = lower_tensor_object(l, node);
    lp_decl(l->arena, l->block, tensor, NULL, (Span){0});
    lp_try(l->arena, l->block,
           LOWER_CALL(l, LPT_BOOL, "rt_tensor_of", object, lp_address(l->arena, lp_var(l->arena, tensor))));
    return lp_var(l->arena, tensor);
}

static LpExpr *yielded_pointer(Lower *l, const IrNode *node, const IrType *wanted) {
    const IrNode *base;
    const ShExpr *offset, *strides[IR_MAX_RANK];
    bool same = lower_strided(l, node, &base, &offset, strides) && lies_as(l, strides, wanted);
    if (!same)
        l->unsupported = "sides of a branch that lie differently in memory";
    LpExpr *data = lower_data(l, base);
    if (!same || sh_is_value(offset, 0))
        return data;
    LpVar *pointer = lower_var(l, "base", lp_pointer(lp_memory_type(node->type.dtype), true));
    lp_decl(l->arena, l->block, pointer, data, (Span){0});
    return lp_address(l->arena, lp_load(l->arena, lp_var(l->arena, pointer), lower_offset(l, node, offset)));
}

/* The type of what a loop carries, or a branch gives, where it has the shape of this node. */
static IrType type_as(const IrNode *node, const IrNode *param) {
    IrType type = param->type;
    if (type.kind == IRT_TENSOR && !type.strides)
        type.shape = node->type.shape;
    return type;
}

static void assign_choices(Lower *l, const IrRegion *arm, const Choices *choices) {
    const IrNode *yield = vec_last(&arm->nodes);
    if (yield->op != OP_YIELD)
        return;
    for (uint32_t i = 0; i < choices->items.len; i++) {
        const Choice *choice = &choices->items.data[i];
        const IrNode *node = yield->inputs[choice->result->ints[0]];
        IrType wanted = type_as(node, choice->result);
        LpExpr *value = node->type.kind != IRT_TENSOR ? lower_scalar(l, node)
                        : choice->object              ? yielded_tensor(l, node, &wanted)
                                                      : yielded_pointer(l, node, &wanted);
        lp_assign(l->arena, l->block, lp_var(l->arena, choice->var), value, (Span){0});
    }
}

typedef struct Outer {
    LpBlock *block;
    Map sizes;
} Outer;

/* What is computed in a block is out of reach behind it. */
static Outer enter_block(Lower *l, LpBlock *block) {
    Outer outer = {l->block, l->sizes};
    map_init(&l->sizes, l->scratch);
    for (uint32_t i = 0; i < outer.sizes.len; i++)
        map_put(&l->sizes, outer.sizes.keys[i], outer.sizes.values[i]);
    l->block = l->setup = block;
    vec_push(l->scratch, &l->open, block);
    return outer;
}

static void leave_block(Lower *l, const Outer *outer) {
    l->block = l->setup = outer->block;
    l->sizes = outer->sizes;
    l->open.len--;
}

static void lower_if(Lower *l, const IrNode *node) {
    Choices choices = {0};
    declare_results(l, node, &choices);
    LpExpr *condition = lower_scalar(l, node->inputs[0]);
    LpStmt *s = lp_stmt(l->arena, l->block, LPS_IF, node->span);
    s->args[0] = condition;
    for (int side = 0; side < 2; side++) {
        LpBlock *block = side ? &s->other : &s->body;
        Outer outer = enter_block(l, block);
        lower_region(l, node->regions[side]);
        assign_choices(l, node->regions[side], &choices);
        leave_block(l, &outer);
    }
}

/* ---- loops ------------------------------------------------------------------------------------------------------- */
typedef struct Carried {
    const IrNode *first; /* operand of the loop */
    LpVar *var;          /* scalar, or pointer to the present value */
    LpVar *next, *spare; /* memory for the next value, and for the one after */
    bool in_place;       /* the body changes parts of it where it is */
    bool has_room;       /* that memory grows with the value, whose size an iteration may change */
} Carried;

static LpVar *carried_memory(Lower *l, const IrNode *param, const char *name, bool has_room) {
    LpType type = lp_pointer(lp_memory_type(param->type.dtype), false);
    LpVar *var = lower_var(l, name, type);
    var->is_mutable = true;
    LpExpr *null = lp_name(l->arena, "NULL", type);
    if (has_room) {
        lp_decl(l->arena, l->block, var, null, (Span){0});
        return var;
    }
    LpExpr *bytes = lower_size(l, lower_extent(l, &param->type));
    LpExpr *call = lp_call(l->arena, type, "rt_scratch", LP_ARGS(lp_var(l->arena, l->call), bytes));
    lp_decl(l->arena, l->block, var, call, (Span){0});
    lower_miss_unless(l, lp_binary(l->arena, LPO_NE, lp_var(l->arena, var), null), "out of memory");
    return var;
}

static void bind_param(Lower *l, const IrNode *param, const Carried *carried) {
    if (param->type.kind != IRT_TENSOR) {
        lower_set_scalar(l, param, lp_var(l->arena, carried->var));
        return;
    }
    Memory *memory = arena_new_of(l->arena, Memory);
    memory->pointer = carried->var;
    map_put(&l->memory, MAP_KEY(param), memory);
}

/* Memory of its own, which begins with the first value. */
static void start_in_place(Lower *l, Carried *c, LpExpr *first, const IrNode *param) {
    c->var = carried_memory(l, param, "state", false);
    LpExpr *bytes = lower_size(l, lower_extent(l, &param->type));
    lp_eval(l->arena, l->block, LOWER_CALL(l, LPT_VOID, "rt_copy", lp_var(l->arena, c->var), first, bytes), (Span){0});
    bind_param(l, param, c);
}

static void start_carried(Lower *l, Carried *c, const IrNode *operand_node, const IrNode *param) {
    c->first = operand_node;
    if (param->type.kind != IRT_TENSOR) {
        LpExpr *first = lower_convert(l->arena, lower_scalar_base(param->type.kind), lower_scalar(l, operand_node));
        c->var = scalar_variable(l, param, "state", first);
        return;
    }
    IrType wanted = type_as(operand_node, param);
    const IrNode *owner = sched_updated(l->s, param);
    c->in_place = owner;
    if (owner && owner != param) {
        c->var = lower_memory(l, owner)->pointer;
        bind_param(l, param, c);
        return;
    }
    LpExpr *first = yielded_pointer(l, operand_node, &wanted);
    if (owner) {
        start_in_place(l, c, first, param);
        return;
    }
    c->var = memory_variable(l, param, "state", first, false);
    c->has_room = sched_has_own_size(param);
    c->next = carried_memory(l, param, "next", c->has_room);
    c->spare = carried_memory(l, param, "spare", c->has_room);
}

static bool is_laid_out_as(const IrType *type, const IrType *param) {
    return ir_type_equal(type, param) || (!type->strides && !param->strides && type->dtype == param->dtype);
}

/* The value that the body yields is computed right into the memory for the next one when a kernel of the body makes it;
 * else it is copied there. */
static bool direct(Lower *l, const IrRegion *body, const IrNode *node, const IrNode *param) {
    const Root *root = sched_root(l->s, node);
    bool made = root && (root->group || ir_op_info[node->op].cls == CLS_LIB || node->op == OP_CAT);
    return made && node->parent == body && !map_has(&l->memory, MAP_KEY(node)) &&
           is_laid_out_as(&node->type, &param->type);
}

static void place_next(Lower *l, const IrRegion *body, const IrNode *node, const IrNode *param, const Carried *c) {
    if (param->type.kind != IRT_TENSOR || node == param || c->in_place)
        return;
    if (!direct(l, body, node, param))
        return;
    sched_root(l->s, node)->escapes = true;
    if (c->has_room) {
        map_put(&l->rooms, MAP_KEY(node), c->next);
        return;
    }
    Memory *memory = arena_new_of(l->arena, Memory);
    memory->pointer = c->next;
    map_put(&l->memory, MAP_KEY(node), memory);
}

/* What no kernel put there is copied, before any of the carried pointers moves on. */
static void copy_next(Lower *l, const IrNode *node, const IrNode *param, const Carried *c) {
    const Memory *made = map_get(&l->memory, MAP_KEY(node));
    if (param->type.kind != IRT_TENSOR || node == param || c->in_place || (made && made->pointer == c->next))
        return;
    IrType wanted = type_as(node, param);
    if (c->has_room)
        lower_make_room(l, c->next, &wanted);
    LpExpr *value = yielded_pointer(l, node, &wanted), *bytes = lower_size(l, lower_extent(l, &wanted));
    lp_eval(l->arena, l->block, LOWER_CALL(l, LPT_VOID, "rt_copy", lp_var(l->arena, c->next), value, bytes), (Span){0});
}

static void advance(Lower *l, const IrNode *node, const IrNode *param, Carried *c, LpVar **held) {
    Arena *a = l->arena;
    if (node == param || c->in_place)
        return;
    if (param->type.kind != IRT_TENSOR) {
        *held = lower_var(l, "new_state", c->var->type);
        LpExpr *value = lower_convert(a, c->var->type.base, lower_scalar(l, node));
        lp_decl(a, l->block, *held, value, (Span){0});
        return;
    }
    LpVar *old = lower_var(l, "old", c->next->type);
    lp_assign(a, l->block, lp_var(a, c->var), lp_var(a, c->next), (Span){0});
    lp_decl(a, l->block, old, lp_var(a, c->next), (Span){0});
    lp_assign(a, l->block, lp_var(a, c->next), lp_var(a, c->spare), (Span){0});
    lp_assign(a, l->block, lp_var(a, c->spare), lp_var(a, old), (Span){0});
}

/* Body of a loop, in the block that is entered: parameters `first` and on are carried. */
static void loop_body(Lower *l, const IrRegion *body, uint32_t first, Carried *carried, uint32_t count) {
    const IrNode *yield = vec_last(&body->nodes);
    if (yield->op != OP_YIELD) {
        lower_region(l, body);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        place_next(l, body, yield->inputs[i], body->params.data[first + i], &carried[i]);
    if (l->unsupported)
        return;
    lower_region(l, body);
    LpVar **held = arena_array(l->arena, LpVar *, count + 1);
    for (uint32_t i = 0; i < count; i++)
        copy_next(l, yield->inputs[i], body->params.data[first + i], &carried[i]);
    for (uint32_t i = 0; i < count; i++)
        advance(l, yield->inputs[i], body->params.data[first + i], &carried[i], &held[i]);
    for (uint32_t i = 0; i < count; i++)
        if (held[i])
            lp_assign(l->arena, l->block, lp_var(l->arena, carried[i].var), lp_var(l->arena, held[i]), (Span){0});
}

static void loop_results(Lower *l, const IrNode *flow, const Carried *carried) {
    const IrRegion *region = flow->parent;
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        const IrNode *node = region->nodes.data[i];
        if (node->op != OP_RESULT || node->inputs[0] != flow || !sched_is_live(l->s, node))
            continue;
        const Carried *c = &carried[node->ints[0]];
        if (node->type.kind != IRT_TENSOR || !sched_root(l->s, node)->object) {
            bind_param(l, node, c);
            continue;
        }
        Memory *memory = arena_new_of(l->arena, Memory);
        memory->tensor = lower_var(l, lower_node_name(node, "result"), lp_type(LPT_TENSOR));
        map_put(&l->memory, MAP_KEY(node), memory);
        l->setup = l->block;
        lower_output(l, memory->tensor, &node->type);
        LpExpr *bytes = lower_size(l, lower_extent(l, &node->type));
        lp_eval(l->arena, l->block,
                LOWER_CALL(l, LPT_VOID, "rt_copy", lower_data(l, node), lp_var(l->arena, c->var), bytes), (Span){0});
    }
}

/* Gives back the scratch memory of an iteration, where its end is; what it returns is to be set before the loop. */
static LpVar *clear_away(Lower *l) {
    LpVar *mark = lower_var(l, "mark", lp_type(LPT_U64));
    lp_eval(l->arena, l->block, LOWER_CALL(l, LPT_VOID, "rt_scratch_leave", lp_var(l->arena, mark)), (Span){0});
    return mark;
}

/* A loop that may go on for long lets signals be handled, and other threads run; not where it writes to inputs, which
 * it does as a whole. */
static void pause_in(Lower *l, const IrNode *loop) {
    const IrRegion *body = ir_loop_body(loop);
    bool is_long = loop->op == OP_WHILE;
    for (uint32_t i = 0; i < body->nodes.len && !is_long; i++)
        is_long = body->nodes.data[i]->type.kind == IRT_TENSOR || body->nodes.data[i]->region_count;
    for (const IrNode *flow = loop; flow; flow = flow->parent->owner)
        for (uint32_t r = 0; r < flow->region_count && flow->op != OP_IF; r++)
            if (sched_has_store(flow->regions[r]))
                return;
    if (is_long)
        lp_try(l->arena, l->block, LOWER_CALL(l, LPT_BOOL, "rt_goes_on", lp_var(l->arena, l->call)));
}

static void lower_loop(Lower *l, const IrNode *node) {
    bool counted = node->op == OP_FOR;
    const IrRegion *body = node->regions[counted ? 0 : 1];
    uint32_t count = node->input_count, first = counted ? 1 : 0;
    Carried *carried = arena_array(l->arena, Carried, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        start_carried(l, &carried[i], node->inputs[i], body->params.data[first + i]);
        if (!counted)
            bind_param(l, node->regions[0]->params.data[i], &carried[i]);
    }
    LpBlock *around = l->around;
    bool is_littered = l->is_littered;
    l->around = around ? around : l->block;
    l->is_littered = false;
    LpStmt *s = arena_new_of(l->arena, LpStmt);
    s->span = node->span;
    LpExpr *limit = counted ? lower_int(l, node->exprs[0]) : NULL;
    Outer outer = enter_block(l, &s->body);
    if (counted) {
        LpVar *index = lower_var(l, "step", lp_type(LPT_I64));
        s->kind = LPS_FOR;
        s->var = index;
        s->args[0] = lp_int(l->arena, 0);
        s->args[1] = limit;
        s->args[2] = lp_int(l->arena, 1);
        lower_set_scalar(l, body->params.data[0], lp_var(l->arena, index));
    } else {
        s->kind = LPS_WHILE;
        lower_region(l, node->regions[0]);
        const IrNode *yield = vec_last(&node->regions[0]->nodes);
        LpStmt *leave = lp_stmt(l->arena, &s->body, LPS_IF, (Span){0});
        leave->args[0] = lp_unary(l->arena, LPO_NOT, lower_scalar(l, yield->inputs[0]));
        lp_stmt(l->arena, &leave->body, LPS_BREAK, (Span){0});
    }
    pause_in(l, node);
    loop_body(l, body, first, carried, count);
    LpVar *mark = l->is_littered ? clear_away(l) : NULL;
    leave_block(l, &outer);
    l->around = around;
    l->is_littered = is_littered;
    if (mark)
        lp_decl(l->arena, l->block, mark, lp_call(l->arena, lp_type(LPT_U64), "rt_scratch_enter", 0, NULL), (Span){0});
    vec_push(l->arena, &l->block->items, s); /* behind the memory that its body needs */
    loop_results(l, node, carried);
}

void lower_flow(Lower *l, const IrNode *node) {
    if (node->op == OP_IF)
        lower_if(l, node);
    else
        lower_loop(l, node);
}
