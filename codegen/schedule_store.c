/* Stores into inputs. A store takes the value that its operand had before any store: what later stores still read of
 * memory that is overwritten gets memory of its own first. See schedule_internal.h. */
#include "codegen/schedule_internal.h"

/* Memory that a region chose or carries: it may be an input's. */
static bool may_be_input(const Schedule *s, const IrNode *node) {
    bool chosen = node->op == OP_RESULT && ir_op_info[node->inputs[0]->op].cls != CLS_ATEN &&
                  !map_has(&s->selects, MAP_KEY(node->inputs[0]));
    return node->type.kind == IRT_TENSOR && (node->op == OP_PARAM || chosen);
}

static uint32_t position_of(const IrRegion *region, const IrNode *node) {
    for (uint32_t i = 0; i < region->nodes.len; i++)
        if (region->nodes.data[i] == node)
            return i;
    return UINT32_MAX;
}

static const IrNode *written_input(const IrNode *node) {
    while (node->op != OP_INPUT && node->input_count > 0)
        node = node->inputs[0];
    return node;
}

/* ---- copies of inputs -------------------------------------------------------------------------------------------- */
static IrNode *insert_clone(IrRegion *region, uint32_t position, IrNode *node) {
    IrSpec spec = {.op = OP_CLONE, .type = node->type, .input_count = 1, .inputs = &node, .span = node->span};
    return sched_insert(region, position, &spec);
}

/* What the store at `position` takes from operand k of `user`, where that is an input (or a view of one) which an
 * earlier store overwrites: a copy from before. True: there is one node more. */
static bool copy_overwritten(const Schedule *s, IrRegion *region, uint32_t position, IrNode *user, uint32_t k) {
    const IrNode *value = ir_memory(user->inputs[k]);
    bool chosen = may_be_input(s, value);
    for (uint32_t earlier = 0; earlier < position && (chosen || value->op == OP_INPUT); earlier++) {
        const IrNode *other = region->nodes.data[earlier];
        if (other->op != OP_STORE || (!chosen && written_input(other->inputs[0]) != value))
            continue;
        uint32_t made = position_of(region, user);
        user->inputs[k] = insert_clone(region, made < earlier ? made : earlier, user->inputs[k]);
        return true;
    }
    return false;
}

/* ---- insertions in place ----------------------------------------------------------------------------------------- */
static uint32_t count_users(const IrRegion *region, const IrNode *node) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        const IrNode *user = region->nodes.data[i];
        for (uint32_t k = 0; k < user->input_count; k++)
            count += user->inputs[k] == node;
        for (uint32_t r = 0; r < user->region_count; r++)
            count += count_users(user->regions[r], node);
    }
    return count;
}

/* The store is carried out as insertions: they write what they are given, where they are told, once earlier stores have
 * written. How many nodes came before it. */
static uint32_t copy_inserted(const Schedule *s, IrRegion *region, uint32_t position) {
    uint32_t copies = 0;
    IrNode *value = region->nodes.data[position]->inputs[1];
    for (; map_has(&s->in_place, MAP_KEY(value)); value = value->inputs[0])
        for (uint32_t k = 1; k < value->input_count; k++)
            copies += copy_overwritten(s, region, position + copies, value, k);
    return copies;
}

static IrNode *copy_of(IrRegion *region, uint32_t position, const IrNode *node, IrNode *into) {
    IrNode **inputs = arena_array(region->graph->arena, IrNode *, node->input_count);
    for (uint32_t k = 0; k < node->input_count; k++)
        inputs[k] = k ? node->inputs[k] : into;
    IrSpec spec = {.op = node->op,
                   .type = node->type,
                   .input_count = node->input_count,
                   .inputs = inputs,
                   .int_count = node->int_count,
                   .ints = node->ints,
                   .expr_count = node->expr_count,
                   .exprs = node->exprs,
                   .span = node->span};
    return sched_insert(region, position, &spec);
}

/* Others read what insertions make of an input before that is stored: the store gets insertions of its own, so that it
 * writes the parts alone, and what is inserted is computed once. How many there are. */
static uint32_t insert_again(Schedule *s, IrRegion *region, uint32_t position) {
    IrNode *store = region->nodes.data[position], *value = store->inputs[1];
    VEC(IrNode *) chain = {0};
    uint32_t users = 0;
    for (; sched_is_insertion(value) && value->parent == region; value = value->inputs[0]) {
        uint32_t count = count_users(s->graph->body, value);
        users = count > users ? count : users;
        vec_push(s->arena, &chain, value);
    }
    if (value != store->inputs[0] || value->op != OP_INPUT || users < 2)
        return 0;
    for (uint32_t i = chain.len; i-- > 0; position++) {
        for (uint32_t k = 1; k < chain.data[i]->input_count; k++) {
            const IrNode *made = ir_memory(chain.data[i]->inputs[k]);
            while (made->op == OP_RESHAPE)
                made = made->inputs[0];
            if (made->op != OP_INPUT)
                sched_force(s, made);
        }
        value = copy_of(region, position, chain.data[i], value);
        map_put(&s->again, MAP_KEY(value), chain.data[i]);
    }
    store->inputs[1] = value;
    return chain.len;
}

static void find_in_place(Schedule *s, const IrNode *store) {
    IrNode *value = store->inputs[1];
    while (sched_is_insertion(value) && value->parent == store->parent && count_users(s->graph->body, value) == 1)
        value = value->inputs[0];
    if (value != store->inputs[0] || value->op != OP_INPUT)
        return;
    for (value = store->inputs[1]; sched_is_insertion(value); value = value->inputs[0])
        map_put(&s->in_place, MAP_KEY(value), value);
}

static void prepare_region(Schedule *s, IrRegion *region) {
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        IrNode *node = region->nodes.data[i];
        if (node->op == OP_STORE) {
            i += copy_overwritten(s, region, i, node, 1);
            i += insert_again(s, region, i);
            find_in_place(s, node);
            i += copy_inserted(s, region, i);
        }
        for (uint32_t r = 0; r < node->region_count; r++)
            prepare_region(s, node->regions[r]);
    }
}

void sched_prepare_stores(Schedule *s) { prepare_region(s, s->graph->body); }

/* ---- what must lie in memory ------------------------------------------------------------------------------------- */
/* What is asked of nodes around one store. Forcing nodes never makes another one read the input: what was found clean
 * stays so, and chains of branches, whose nodes are reached in ever more ways, are walked once. */
typedef struct Readers {
    Schedule *s;
    const IrNode *input;
    const Map *values; /* other nodes that lie where the input does; NULL: none */
    Map clean;         /* IrNode that does not read the input -> itself */
} Readers;

static bool reads_input(Readers *r, const IrNode *node) {
    const Schedule *s = r->s;
    if (node == r->input || may_be_input(s, node) || (r->values && map_has(r->values, MAP_KEY(node))))
        return true;
    if (node->type.kind != IRT_TENSOR || sched_has_own_memory(s, node) || map_has(&s->forced, MAP_KEY(node)) ||
        map_has(&r->clean, MAP_KEY(node)))
        return false;
    for (uint32_t k = 0; k < sched_input_count(s, node); k++)
        if (reads_input(r, sched_input(s, node, k)))
            return true;
    map_put(&r->clean, MAP_KEY(node), (void *)(uintptr_t)node);
    return false;
}

typedef struct StoreCheck {
    const Schedule *s;
    const IrNode *input;
    const Index *place;
    bool clash;
} StoreCheck;

static void visit_store_read(void *env, const IrNode *node, const Index *at) {
    StoreCheck *check = env;
    if (may_be_input(check->s, node) || (node == check->input && !index_equal(at, check->place)))
        check->clash = true;
}

/* The value may read the memory that it overwrites only element by element, at the place that is written. */
static void force_clashing(Schedule *s, const IrNode *store, const IrNode *input) {
    Index at = sched_fresh_index(s->graph->shapes, &store->inputs[0]->type), place;
    sched_memory(s, store->inputs[0], &at, &place);
    StoreCheck check = {.s = s, .input = input, .place = &place};
    Index value_at = index_of_operand(s->graph->shapes, store, 1, &at);
    visit_store_read(&check, store->inputs[1], &value_at);
    if (store->inputs[1] != input && !sched_has_own_memory(s, store->inputs[1]))
        sched_walk(s, store->inputs[1], &value_at, visit_store_read, &check);
    if (check.clash)
        sched_force(s, store->inputs[1]);
}

/* What an insertion in place writes, and where, must not read the memory that it writes to. */
static void force_inserted(Readers *r, const IrNode *insertion) {
    for (uint32_t k = 1; k < insertion->input_count; k++)
        if (reads_input(r, insertion->inputs[k]))
            sched_force(r->s, insertion->inputs[k]);
}

/* Was `operand` made before the store at `position`: earlier in its region, or outside it? */
static bool is_older(const IrRegion *region, uint32_t position, const IrNode *operand) {
    uint32_t made = position_of(region, operand);
    return made < position || (made == UINT32_MAX && operand->op != OP_PARAM);
}

void sched_force_around_store(Schedule *s, IrRegion *region, uint32_t position) {
    const IrNode *store = region->nodes.data[position];
    const IrNode *input = written_input(store->inputs[0]);
    Readers readers = {.s = s, .input = input};
    map_init(&readers.clean, s->arena);
    IrNode *value = store->inputs[1];
    for (; map_has(&s->in_place, MAP_KEY(value)); value = value->inputs[0])
        force_inserted(&readers, value);
    if (value == store->inputs[1])
        force_clashing(s, store, input);
    for (uint32_t i = position + 1; i < region->nodes.len; i++) {
        const IrNode *user = region->nodes.data[i];
        if (!sched_is_live(s, user))
            continue;
        for (uint32_t k = 0; k < user->input_count; k++) {
            const IrNode *operand = user->inputs[k];
            bool alias = ir_is_view(operand) && user->op != OP_STORE && ir_op_info[user->op].cls == CLS_EFFECT;
            if (!alias && operand != input && reads_input(&readers, operand) && is_older(region, position, operand))
                sched_force(s, operand);
            for (const IrNode *in = operand; map_has(&s->in_place, MAP_KEY(in)); in = in->inputs[0])
                force_inserted(&readers, in);
        }
    }
}

bool sched_inserts_one(const Schedule *s, const IrNode *insertion) {
    return sh_is_value(ir_numel(s->graph->shapes, &insertion->inputs[1]->type), 1);
}

/* May it be read when the memory holds another value of the tensor than what it is made of? */
static bool wants_force(const Schedule *s, const IrNode *insertion, const IrNode *param) {
    return sched_is_insertion(insertion) && (insertion->inputs[0] != param || !sched_inserts_one(s, insertion));
}

void sched_force_updates(Schedule *s, const IrNode *loop) {
    const IrNode *yield = vec_last(&ir_loop_body(loop)->nodes);
    for (uint32_t k = 0; yield->op == OP_YIELD && k < yield->input_count; k++) {
        const IrNode *param = ir_carried(loop, k);
        Map values;
        if (!sched_changes_parts(s->arena, yield->inputs[k], param, &values))
            continue;
        Readers readers = {.s = s, .input = param, .values = &values};
        map_init(&readers.clean, s->arena);
        for (uint32_t i = 0; i < values.len; i++)
            if (wants_force(s, values.values[i], param))
                force_inserted(&readers, values.values[i]);
    }
}
