/* Values in a kernel: the elements of nodes, computed where they are needed. See lower_kernel.h. */
#include "codegen/lower_kernel.h"

enum { INLINE_WEIGHT_MAX = 6 };

/* ---- where a value can be computed ------------------------------------------------------------------------------- */
static int depth_of(Kernel *k, const LpExpr *e) {
    int depth = 0;
    if (e->kind == LPE_VAR)
        return (int)(intptr_t)map_get(&k->depths, MAP_KEY(e->var));
    for (uint32_t i = 0; i < e->arg_count; i++) {
        int inner = depth_of(k, e->args[i]);
        depth = inner > depth ? inner : depth;
    }
    return depth;
}

LpVar *kernel_declare(Kernel *k, const char *name, LpType type, LpExpr *value, int depth) {
    LpVar *var = arena_new_of(k->arena, LpVar);
    var->name = names_unique(&k->names, name);
    var->type = type;
    map_put(&k->depths, MAP_KEY(var), (void *)(intptr_t)depth);
    lp_decl(k->arena, k->blocks[depth], var, value, k->span);
    return var;
}

LpExpr *kernel_constant(Kernel *k, const char *name) { return lp_name(k->arena, name, lp_type(LPT_I64)); }

LpVar *kernel_array(Kernel *k, const char *name, LpBase type, LpExpr *length, int depth) {
    LpVar *var = kernel_declare(k, name, lp_type(type), length, depth);
    var->is_array = true;
    var->is_mutable = true;
    return var;
}

LpExpr *kernel_settled(Kernel *k, const char *name, LpExpr *value) {
    if (value->kind == LPE_VAR || value->kind == LPE_INT || value->kind == LPE_FLOAT || value->kind == LPE_BOOL)
        return value;
    if (lower_is_pair(value)) {
        LpExpr *re = kernel_settled(k, str_format("%s_re", name), value->args[0]);
        return lower_pair(k->arena, re, kernel_settled(k, str_format("%s_im", name), value->args[1]));
    }
    return lp_var(k->arena, kernel_declare(k, name, value->type, value, depth_of(k, value)));
}

LpExpr *kernel_hoisted(Kernel *k, LpExpr *value, int depth) {
    return depth_of(k, value) < depth ? kernel_settled(k, "fixed", value) : value;
}

/* ---- what is known ----------------------------------------------------------------------------------------------- */
void kernel_keep(Kernel *k, const IrNode *node, const Index *at, LpExpr *value) {
    KernelValue kept = {.node = node, .at = *at, .value = value, .depth = depth_of(k, value)};
    vec_push(k->l->scratch, &k->values, kept);
}

LpExpr *kernel_known(const Kernel *k, const IrNode *node, const Index *at) {
    for (uint32_t i = k->values.len; i-- > 0;)
        if (k->values.data[i].node == node && index_equal(&k->values.data[i].at, at))
            return k->values.data[i].value;
    return NULL;
}

/* ---- parameters -------------------------------------------------------------------------------------------------- */
LpVar *kernel_param(Kernel *k, const char *name, LpType type, LpExpr *arg, int order) {
    LpVar *var = arena_new_of(k->arena, LpVar);
    var->name = names_unique(&k->names, name);
    var->type = type;
    KernelParam param = {var, arg, order};
    vec_push(k->l->scratch, &k->params, param);
    return var;
}

LpExpr *kernel_pointer(Kernel *k, const IrNode *node, bool written) {
    const IrNode *owner = sched_updated(k->l->s, node);
    node = owner ? owner : node; /* of each memory there is one pointer */
    LpVar *var = map_get(&k->roots, MAP_KEY(node));
    if (!var) {
        LpType type = lp_pointer(lp_memory_type(node->type.dtype), true);
        type.is_restrict = true;
        var = kernel_param(k, lower_node_name(node, "x"), type, lower_data(k->l, node), 0);
        map_put(&k->roots, MAP_KEY(node), var);
    }
    if (written) {
        var->type.is_const = false;
        for (uint32_t i = 0; i < k->params.len; i++)
            if (k->params.data[i].var == var)
                k->params.data[i].order = 1;
    }
    return lp_var(k->arena, var);
}

static LpExpr *scalar_value(Kernel *k, const IrNode *node, LpBase type) {
    if (node->op == OP_CONST)
        return lower_convert(k->arena, type, lower_scalar(k->l, node));
    uint64_t key = MAP_KEY(node) + (uint64_t)type; /* nodes are aligned, so that keys stay apart */
    LpVar *var = map_get(&k->scalars, key);
    if (!var) {
        LpExpr *arg = lower_convert(k->arena, type, lower_scalar(k->l, node));
        if (arg->kind == LPE_INT || arg->kind == LPE_FLOAT || arg->kind == LPE_BOOL)
            return arg;
        const char *name = arg->kind == LPE_VAR ? arg->var->name : lower_node_name(node, "scalar");
        var = kernel_param(k, name, lp_type(type), arg, 3);
        map_put(&k->scalars, key, var);
    }
    return lp_var(k->arena, var);
}

void kernel_bind(Kernel *k, const ShExpr *symbol, LpExpr *value) {
    map_put(&k->symbols, (uint64_t)symbol->symbol->id + 1, value);
}

LpExpr *kernel_bound(const Kernel *k, const ShSymbol *symbol) { return map_get(&k->symbols, (uint64_t)symbol->id + 1); }

static LpExpr *kernel_symbol(void *env, const ShSymbol *symbol) {
    Kernel *k = env;
    LpExpr *value = kernel_bound(k, symbol);
    if (!value) {
        LpExpr *arg = lower_symbol(k->l, symbol);
        LpVar *var = kernel_param(k, symbol->name, lp_type(LPT_I64), arg, 2);
        value = lp_var(k->arena, var);
        map_put(&k->symbols, (uint64_t)symbol->id + 1, value);
    }
    return value;
}

static void visit_loop_symbol(void *env, const ShSymbol *symbol) {
    bool *found = env;
    *found = *found || (symbol->origin_kind == SH_FROM_NODE && !symbol->origin);
}

/* Is it more than a size by a number, and the same in all iterations? */
static bool is_long_and_fixed(const ShExpr *quotient) {
    bool varies = false;
    if (quotient->args[0]->op == SH_SYM && quotient->args[1]->op == SH_CONST)
        return false;
    sh_visit_symbols(quotient, visit_loop_symbol, &varies);
    return !varies;
}

/* Divisions are dear, and what is divided may be long: the host function passes them. */
static LpExpr *kernel_quotient(void *env, const ShExpr *e) {
    Kernel *k = env;
    if (!is_long_and_fixed(e))
        return NULL;
    LpVar *var = map_get(&k->quotients, MAP_KEY(e));
    if (!var) {
        var = kernel_param(k, "size", lp_type(LPT_I64), lower_size_unchecked(k->l, e), 2);
        map_put(&k->quotients, MAP_KEY(e), var);
    }
    return lp_var(k->arena, var);
}

LpExpr *kernel_size(Kernel *k, const ShExpr *e) {
    return lower_shape_expr(k->arena, e, kernel_symbol, kernel_quotient, k);
}

Index kernel_index(Kernel *k, const Index *at) {
    Index r = *at;
    for (int i = 0; i < k->loop_count; i++) {
        for (int p = 0; p + 1 < k->loops[i].part_count; p++) {
            const ShExpr *zero = sh_const(k->cx, 0), *part = k->loops[i].parts[p];
            for (int d = 0; d < r.rank; d++)
                r.at[d] = sh_substitute(k->cx, r.at[d], part, zero);
            if (r.linear)
                r.linear = sh_substitute(k->cx, r.linear, part, zero);
            if (r.part)
                r.part = sh_substitute(k->cx, r.part, part, zero);
        }
    }
    for (int d = 0; d < r.rank && k->paired; d++)
        r.at[d] = kernel_unpaired(k, r.at[d]);
    if (k->paired && r.linear)
        r.linear = kernel_unpaired(k, r.linear);
    return r;
}

/* ---- loads and stores -------------------------------------------------------------------------------------------- */
static uintptr_t user_count(const Kernel *k, const IrNode *node) {
    return (uintptr_t)map_get(&k->l->users, MAP_KEY(node));
}

/* Part `part` of the complex number in memory at a position that counts such numbers. */
static LpExpr *part_in_memory(Kernel *k, LpExpr *pointer, const ShExpr *position, int part) {
    const ShExpr *at = sh_add(k->cx, sh_mul(k->cx, position, sh_const(k->cx, 2)), sh_const(k->cx, part));
    return lp_load(k->arena, pointer, kernel_size(k, at));
}

static bool is_pair_at(const IrNode *node, const Index *at) { return dtype_is_complex(node->type.dtype) && !at->part; }

/* Is a loop around this depth without a turn where the size is 0? */
static bool is_counted(Kernel *k, const ShExpr *size, int depth) {
    for (int i = 0; i < k->loop_count; i++) {
        const LpExpr *counter = kernel_bound(k, k->loops[i].symbol->symbol);
        int around = counter ? depth_of(k, counter) : 0;
        if (around > 0 && around <= depth && sh_exact_quotient(k->cx, k->loops[i].size, size))
            return true;
    }
    return false;
}

/* May the tensor have no element, although the loops up to this depth have a turn? */
static bool may_be_empty(Kernel *k, const IrNode *node, const Index *at, int depth) {
    for (int d = 0; d < node->type.rank; d++) {
        int64_t lo, hi;
        sh_range(node->type.shape[d], &lo, &hi);
        if (lo <= 0 && sh_is_const(at->at[d], NULL) && !is_counted(k, node->type.shape[d], depth))
            return true;
    }
    return false;
}

/* What depends on no inner loop is read in front of it: not so what may lie outside of the memory, where the loop has
 * no turn, because the tensor is empty or no index was checked. */
static LpExpr *read_in_loop(Kernel *k, const char *name, LpExpr *value) {
    if (lower_is_pair(value)) {
        LpExpr *re = read_in_loop(k, str_format("%s_re", name), value->args[0]);
        return lower_pair(k->arena, re, read_in_loop(k, str_format("%s_im", name), value->args[1]));
    }
    return lp_var(k->arena, kernel_declare(k, name, value->type, value, k->depth));
}

static LpExpr *load(Kernel *k, const IrNode *node, const Index *at) {
    const ShExpr *position = index_offset(k->cx, &node->type, at);
    LpExpr *pointer = kernel_pointer(k, node, false), *value;
    if (is_pair_at(node, at))
        value = lower_pair(k->arena, part_in_memory(k, pointer, position, 0), part_in_memory(k, pointer, position, 1));
    else
        value = lower_from_memory(k->arena, node->type.dtype, lp_load(k->arena, pointer, kernel_size(k, position)));
    int depth = depth_of(k, value);
    if (depth < k->depth && (k->tables > 0 || may_be_empty(k, node, at, depth)))
        value = read_in_loop(k, str_format("%s_i", lower_node_name(node, "x")), value);
    if (user_count(k, node) > 1) {
        value = kernel_settled(k, str_format("%s_i", lower_node_name(node, "x")), value);
        kernel_keep(k, node, at, value);
    }
    return value;
}

void kernel_store(Kernel *k, const IrNode *target, const Index *place, LpExpr *value, const IrType *from, Span span) {
    DType dtype = target->type.dtype;
    const ShExpr *offset = index_offset(k->cx, &target->type, place);
    LpExpr *pointer = kernel_pointer(k, target, true);
    value = kernel_hoisted(k, value, k->depth);
    if (dtype_is_complex(from->dtype)) { /* both parts are there before one is written */
        value = kernel_settled(k, "value", value);
        for (int part = 0; part < 2; part++)
            lp_assign(k->arena, k->blocks[k->depth], part_in_memory(k, pointer, offset, part),
                      lower_part(k->arena, value, part), span);
        return;
    }
    LpExpr *position = kernel_size(k, offset);
    value = from->kind == IRT_TENSOR && from->dtype == dtype ? lower_rounded_to_memory(k->arena, dtype, value)
                                                             : lower_to_memory(k->arena, dtype, value);
    lp_assign(k->arena, k->blocks[k->depth], lp_load(k->arena, pointer, position), value, span);
}

void kernel_add_to(Kernel *k, const IrNode *target, const Index *place, LpExpr *value, Span span) {
    DType dtype = target->type.dtype;
    LpExpr *position = kernel_settled(k, "place", kernel_size(k, index_offset(k->cx, &target->type, place)));
    LpExpr *element = lp_load(k->arena, kernel_pointer(k, target, true), position);
    LpExpr *args[] = {lower_from_memory(k->arena, dtype, element), value};
    LpExpr *sum = lower_op(k->arena, OP_ADD, lp_compute_type(dtype), 2, args);
    lp_assign(k->arena, k->blocks[k->depth], element, lower_to_memory(k->arena, dtype, sum), span);
}

/* ---- operations -------------------------------------------------------------------------------------------------- */
static const char *kernel_name(const IrNode *node) {
    Str assigned = names_assigned(node->span);
    if (assigned && ir_op_info[node->op].cls != CLS_LEAF)
        return assigned;
    switch (node->op) {
    case OP_ADD:
        return "sum";
    case OP_SUB:
        return "difference";
    case OP_MUL:
        return "product";
    case OP_DIV:
        return "quotient";
    case OP_NEG:
        return "negative";
    case OP_EXP:
        return "e";
    case OP_SQRT:
        return "root";
    case OP_POW:
        return "power";
    case OP_MAXIMUM:
        return "larger";
    case OP_MINIMUM:
        return "smaller";
    case OP_WHERE:
        return "chosen";
    case OP_CAST:
        return "converted";
    case OP_RESULT:
        return "chosen";
    case OP_INPUT:
        return lower_node_name(node, "x");
    default:
        return ir_op_info[node->op].name;
    }
}

/* Of numbers that its type has it makes one that the type has: nothing is to be rounded. */
static bool keeps_rounding(const Kernel *k, const IrNode *node) {
    uint32_t first = 0;
    switch (node->op) {
    case OP_RESULT:
    case OP_WHERE:
        first = 1;
        break;
    case OP_NEG:
    case OP_ABS:
    case OP_SIGN:
    case OP_FLOOR:
    case OP_CEIL:
    case OP_TRUNC:
    case OP_ROUND:
    case OP_MAXIMUM:
    case OP_MINIMUM:
    case OP_FMAX:
    case OP_FMIN:
        break;
    default:
        return false;
    }
    for (uint32_t i = first; i < sched_input_count(k->l->s, node); i++) {
        const IrType *type = &sched_input(k->l->s, node, i)->type;
        if (type->kind != IRT_TENSOR || type->dtype != node->type.dtype)
            return false;
    }
    return true;
}

static LpExpr *point(Kernel *k, const IrNode *node, const Index *at) {
    LpExpr *args[3];
    Index inner[3];
    LpBase type = lp_compute_type(node->type.dtype);
    uint32_t count = sched_input_count(k->l->s, node);
    bool select = node->op == OP_RESULT;
    for (uint32_t i = 0; i < count; i++) {
        const IrNode *input = sched_input(k->l->s, node, i);
        if (input->type.kind == IRT_TENSOR && !(i == 0 && (select || node->op == OP_WHERE)))
            type = lp_compute_type(input->type.dtype);
    }
    for (uint32_t i = 0; i < count; i++) {
        const IrNode *input = sched_input(k->l->s, node, i);
        bool condition = i == 0 && (select || node->op == OP_WHERE);
        if (input->type.kind != IRT_TENSOR) {
            args[i] = scalar_value(k, input, condition ? LPT_BOOL : type);
            continue;
        }
        inner[i] = sched_input_index(k->l->s, node, i, at);
        args[i] = kernel_value(k, input, &inner[i]);
    }
    int depth = 0;
    for (uint32_t i = 0; i < count; i++)
        depth = depth_of(k, args[i]) > depth ? depth_of(k, args[i]) : depth;
    for (uint32_t i = 0; i < count; i++) {
        const IrNode *input = sched_input(k->l->s, node, i);
        LpExpr *value = args[i];
        /* What a choice chooses from is read in front of it: a load on one side alone is control flow to C compilers,
         * and the loop would get no vectors. */
        bool is_arm = i > 0 && (select || node->op == OP_WHERE);
        if (depth_of(k, value) < depth || node->op == OP_POW || (is_arm && lp_loads(value)))
            args[i] = kernel_settled(k, kernel_name(input), value);
        if (args[i] != value && input->type.kind == IRT_TENSOR)
            kernel_keep(k, input, &inner[i], args[i]);
    }
    if (select && keeps_rounding(k, node))
        return lower_choice(k->arena, args[0], args[1], args[2]);
    if (select)
        return lower_rounded(k->arena, node->type.dtype, lower_choice(k->arena, args[0], args[1], args[2]));
    if (node->op == OP_CAST)
        return lower_rounded(k->arena, node->type.dtype,
                             lower_convert(k->arena, lp_compute_type(node->type.dtype), args[0]));
    LpExpr *value;
    if (node->op == OP_EXP && type == LPT_F32 && kernel_is_never_positive(k, node->inputs[0], &inner[0]))
        value = lp_call(k->arena, lp_type(LPT_F32), "rt_exp_nonpositive_f32", 1, args);
    else
        value = lower_op(k->arena, node->op, type, count, args);
    if (value->type.base == LPT_BOOL || keeps_rounding(k, node))
        return value;
    return lower_rounded(k->arena, node->type.dtype, value);
}

static LpExpr *create(Kernel *k, const IrNode *node, const Index *at) {
    LpBase type = lp_compute_type(node->type.dtype);
    if (node->op == OP_EMPTY)
        return lower_convert(k->arena, type, lp_int(k->arena, 0));
    LpExpr *first = scalar_value(k, node->inputs[0], type);
    if (dtype_is_complex(node->type.dtype))
        return lower_pair(k->arena, first, lower_part(k->arena, first, 1));
    if (node->op != OP_ARANGE)
        return lower_rounded(k->arena, node->type.dtype, first);
    /* As torch: start + i * step, in double for floats and in int64 for integers. */
    LpBase wide = lp_base_info[type].cls == 'F' ? LPT_F64 : LPT_I64;
    LpExpr *position = lower_convert(k->arena, wide, kernel_size(k, at->at[0]));
    LpExpr *step = lp_binary(k->arena, LPO_MUL, position, scalar_value(k, node->inputs[1], wide));
    LpExpr *value = lp_binary(k->arena, LPO_ADD, scalar_value(k, node->inputs[0], wide), step);
    return lower_rounded(k->arena, node->type.dtype, lower_convert(k->arena, type, value));
}

LpExpr *kernel_from_either_end(Kernel *k, LpExpr *index, const ShExpr *size) {
    index = kernel_settled(k, "index", index);
    LpExpr *is_negative = lp_binary(k->arena, LPO_LT, index, lp_int(k->arena, 0));
    return lp_select(k->arena, is_negative, lp_binary(k->arena, LPO_ADD, index, kernel_size(k, size)), index);
}

/* Rows of a table by index: each loaded index becomes a symbol of its own, so that any view of the table works. */
static LpExpr *gathered(Kernel *k, const IrNode *node, const Index *at) {
    const ShExpr *rows[IR_MAX_RANK];
    Index indices[IR_MAX_RANK], place;
    sched_gathered(k->l->s, node, at, rows, indices, &place);
    for (uint32_t i = 0; i + 1 < node->input_count; i++) {
        LpExpr *index = lower_convert(k->arena, LPT_I64, kernel_value(k, node->inputs[i + 1], &indices[i]));
        if (node->op == OP_INDEX && node->ints[1] == BOUNDS_SIGNED)
            index = kernel_from_either_end(k, index, node->inputs[0]->type.shape[node->ints[i + 2]]);
        kernel_bind(k, rows[i], kernel_settled(k, "row", index));
    }
    k->tables++;
    LpExpr *value = kernel_value(k, node->inputs[0], &place);
    k->tables--;
    return value;
}

/* The complex number whose parts lie along the operand's last dimension. */
static LpExpr *joined_parts(Kernel *k, const IrNode *node, const Index *at) {
    LpExpr *parts[2];
    for (uint32_t part = 0; part < 2; part++) {
        Index inner = index_of_operand(k->cx, node, part, at);
        parts[part] = kernel_value(k, node->inputs[0], &inner);
    }
    return lower_pair(k->arena, parts[0], parts[1]);
}

/* A part of what is computed as a whole. */
static LpExpr *part_of_value(Kernel *k, const IrNode *node, const Index *at) {
    Index whole = index_whole(at);
    LpExpr *value = kernel_value(k, node, &whole);
    int64_t part;
    if (sh_is_const(at->part, &part))
        return lower_part(k->arena, value, (int)part);
    LpExpr *is_real = lp_binary(k->arena, LPO_EQ, kernel_size(k, at->part), lp_int(k->arena, 0));
    return lp_select(k->arena, is_real, lower_part(k->arena, value, 0), lower_part(k->arena, value, 1));
}

LpExpr *kernel_compute(Kernel *k, const IrNode *node, const Index *at) {
    Span outer = k->span;
    if (node->span.file)
        k->span = node->span;
    LpExpr *value;
    if (node->op != OP_INPUT)
        kernel_note(k, node);
    if (node->op == OP_INPUT) {
        value = load(k, node, at);
    } else if (at->part && !ir_is_view(node)) {
        value = part_of_value(k, node, at);
    } else if (node->op == OP_AS_COMPLEX && !at->part) {
        value = joined_parts(k, node, at);
    } else if (ir_is_gather(node->op)) {
        value = gathered(k, node, at);
    } else if (ir_op_info[node->op].cls == CLS_VIEW) {
        Index inner = index_of_operand(k->cx, node, 0, at);
        value = kernel_value(k, node->inputs[0], &inner);
    } else if (ir_op_info[node->op].cls == CLS_CREATE) {
        value = create(k, node, at);
    } else {
        value = point(k, node, at);
        if (names_assigned(node->span) || user_count(k, node) > 1 || lp_weight(value) > INLINE_WEIGHT_MAX) {
            value = kernel_settled(k, kernel_name(node), value);
            kernel_keep(k, node, at, value);
        }
    }
    k->span = outer;
    return value;
}

LpExpr *kernel_value(Kernel *k, const IrNode *node, const Index *at) {
    LpExpr *known = kernel_known(k, node, at);
    if (known)
        return known;
    const Root *root = sched_root(k->l->s, node);
    bool own = root && root->group == k->group && root->phase >= k->phase;
    if (own && !root->full)
        ICE("kernel of %s: row %%%u is read before it is computed", k->l->variant->name, node->id);
    if (node->op == OP_INPUT || (root && !own))
        return load(k, node, at);
    LpExpr *value = kernel_compute(k, node, at);
    if (own) { /* not stored yet: its turn comes in this pass */
        value = kernel_settled(k, lower_node_name(node, "value"), value);
        kernel_keep(k, node, at, value);
    }
    return value;
}
