/* Dividing a graph into calls: see graph_split.h.
 *
 * First each region is gone through in order: tensor operations join the open call; what stays a node closes it when it
 * needs something of it. Then the copy is made: a call stands where it was closed. Since a graph's values are those
 * before its stores, stores are put off to the end of their region, behind the calls. */
#include "codegen/graph_split.h"

typedef struct Split {
    Arena *arena;
    const IrGraph *old;
    GraphSplit *out;
    Str name;
    bool in_c;
    GraphFilter filter;
    Map call_of; /* IrNode -> GraphCall that computes it */
    Map closes;  /* node that stays -> GraphCall that stands before it */
    Map made;    /* IrNode -> node of the copy */
    Map wanted;  /* IrNode of a call that something outside of it needs */
    const char *problem;
} Split;

/* ---- what joins a call ------------------------------------------------------------------------------------------- */
static bool writes_operand(const IrNode *node) {
    size_t len = str_len(node->text);
    return len && node->text[len - 1] == '_';
}

static bool is_taken(const Split *s, const IrNode *node) {
    return !s->filter.takes || s->filter.takes(s->filter.env, node);
}

static bool joins(const Split *s, const IrNode *node) {
    if (node->op == OP_RESULT)
        return map_has(&s->call_of, MAP_KEY(node->inputs[0]));
    if (node->op == OP_ATEN)
        return graph_has_text(node) && !writes_operand(node) && is_taken(s, node);
    IrClass cls = ir_op_info[node->op].cls;
    bool tensor = cls == CLS_POINT || cls == CLS_REDUCE || cls == CLS_VIEW || cls == CLS_CREATE || cls == CLS_LIB;
    if (s->in_c && ir_op_info[node->op].effect == 'x') /* the function could not say that an index is out of range */
        return false;
    return tensor && node->type.kind == IRT_TENSOR && graph_has_text(node) && is_taken(s, node);
}

static const GraphCall *call_of(const Split *s, const IrNode *node) { return map_get(&s->call_of, MAP_KEY(node)); }

typedef struct Needs {
    const Split *s;
    const GraphCall *call;
    bool found;
} Needs;

static void visit_need(void *env, const ShSymbol *symbol) {
    Needs *n = env;
    if (symbol->origin_kind == SH_FROM_NODE && symbol->origin && call_of(n->s, symbol->origin) == n->call)
        n->found = true;
}

static void visit_type_symbols(const IrNode *node, void (*visit)(void *, const ShSymbol *), void *env) {
    for (int d = 0; node->type.kind == IRT_TENSOR && d < node->type.rank; d++) {
        sh_visit_symbols(node->type.shape[d], visit, env);
        if (node->type.strides)
            sh_visit_symbols(node->type.strides[d], visit, env);
    }
}

static void visit_node_symbols(const IrNode *node, void (*visit)(void *, const ShSymbol *), void *env) {
    for (uint32_t i = 0; i < node->expr_count; i++)
        sh_visit_symbols(node->exprs[i], visit, env);
    visit_type_symbols(node, visit, env);
    for (uint32_t a = 0; a < node->aten_count; a++)
        for (uint32_t i = 0; node->aten[a].kind == ATEN_INTS && i < node->aten[a].count; i++)
            sh_visit_symbols(node->aten[a].exprs[i], visit, env);
}

static bool needs(const Split *s, const IrNode *node, const GraphCall *call) {
    Needs n = {s, call, ir_op_info[node->op].cls == CLS_FLOW};
    for (uint32_t i = 0; i < node->input_count; i++) {
        n.found = n.found || call_of(s, node->inputs[i]) == call;
        n.found = n.found || call_of(s, ir_memory(node->inputs[i])) == call;
    }
    visit_node_symbols(node, visit_need, &n);
    return n.found;
}

static bool ends_region(const IrNode *node) {
    return node->op == OP_RETURN || node->op == OP_YIELD || node->op == OP_MISS;
}

static bool has_stores(const IrRegion *region) {
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        const IrNode *node = region->nodes.data[i];
        if (node->op == OP_STORE)
            return true;
        for (uint32_t r = 0; r < node->region_count; r++)
            if (has_stores(node->regions[r]))
                return true;
    }
    return false;
}

static void divide_region(Split *s, const IrRegion *region) {
    GraphCall *open = NULL;
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        const IrNode *node = region->nodes.data[i];
        if (joins(s, node)) {
            if (!open) {
                open = arena_new_of(s->arena, GraphCall);
                open->graph = s->old;
                map_init(&open->made, s->arena);
                vec_push(s->arena, &s->out->calls, open);
            }
            map_put(&s->call_of, MAP_KEY(node), open);
            continue;
        }
        if (open && node->op != OP_STORE && (ends_region(node) || needs(s, node, open))) {
            map_put(&s->closes, MAP_KEY(node), open);
            open = NULL;
        }
        for (uint32_t r = 0; r < node->region_count; r++)
            divide_region(s, node->regions[r]);
    }
}

/* ---- what a call returns ----------------------------------------------------------------------------------------- */
/* `user` needs the operand: what it views is wanted of its call, unless that is the user's own. */
static void want(Split *s, const GraphCall *user, const IrNode *node) {
    while (call_of(s, node) && call_of(s, node) != user && ir_is_view(node))
        node = node->inputs[0];
    if (call_of(s, node) && call_of(s, node) != user && node->type.kind == IRT_TENSOR)
        map_put(&s->wanted, MAP_KEY(node), (void *)(uintptr_t)node);
}

static void visit_origin(void *env, const ShSymbol *symbol) {
    Split *s = env;
    if (symbol->origin_kind == SH_FROM_NODE && symbol->origin)
        want(s, NULL, symbol->origin);
}

static void want_of_region(Split *s, const IrRegion *region) {
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        const IrNode *node = region->nodes.data[i];
        for (uint32_t k = 0; k < node->input_count; k++)
            want(s, call_of(s, node), node->inputs[k]);
        visit_node_symbols(node, visit_origin, s);
        for (uint32_t r = 0; r < node->region_count; r++)
            want_of_region(s, node->regions[r]);
    }
}

/* ---- what a call computes, and from what ------------------------------------------------------------------------- */
typedef struct Gather {
    Split *s;
    GraphCall *call;
    Map seen;
    NodeList numbers;
} Gather;

static void visit_symbol(void *env, const ShSymbol *symbol) {
    Gather *g = env;
    if (map_has(&g->seen, MAP_KEY(symbol)))
        return;
    map_put(&g->seen, MAP_KEY(symbol), g);
    if (symbol->origin_kind != SH_FROM_NODE || !symbol->origin || call_of(g->s, symbol->origin) != g->call)
        vec_push(g->s->arena, &g->call->symbols, symbol);
}

static void gather(Gather *g, const IrNode *node) {
    if (map_has(&g->seen, MAP_KEY(node)))
        return;
    map_put(&g->seen, MAP_KEY(node), g);
    bool own = call_of(g->s, node) == g->call;
    bool view = call_of(g->s, node) && ir_is_view(node);
    if (node->op == OP_CONST)
        return;
    if (node->op == OP_SIZE) {
        sh_visit_symbols(node->exprs[0], visit_symbol, g);
        return;
    }
    if (!own && !view) {
        vec_push(g->s->arena, node->type.kind == IRT_TENSOR ? &g->call->inputs : &g->numbers, node);
        if (g->s->in_c)
            visit_type_symbols(node, visit_symbol, g);
        return;
    }
    for (uint32_t i = 0; i < node->input_count; i++)
        gather(g, node->inputs[i]);
    visit_node_symbols(node, visit_symbol, g);
    vec_push(g->s->arena, &g->call->nodes, node);
    map_put(&g->call->made, MAP_KEY(node), g);
    g->call->operators += node->op != OP_RESULT;
    g->call->random = g->call->random || (node->op == OP_ATEN && node->int_count && node->ints[0]);
}

static void gather_region(Gather *g, const IrRegion *region) {
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        const IrNode *node = region->nodes.data[i];
        bool own = call_of(g->s, node) == g->call;
        bool random = node->op == OP_ATEN && node->int_count && node->ints[0];
        if (own && map_has(&g->s->wanted, MAP_KEY(node)))
            vec_push(g->s->arena, &g->call->outputs, node);
        if (own && (random || map_has(&g->s->wanted, MAP_KEY(node))))
            gather(g, node);
        for (uint32_t r = 0; r < node->region_count; r++)
            gather_region(g, node->regions[r]);
    }
}

/* Only symbols that the text mentions are kept: the types of tensors mention more. */
static void drop_unused_symbols(Split *s, GraphCall *call) {
    GraphPrinter p;
    Buf text = {0};
    uint32_t kept = 0;
    graph_printer_init(&p, call, s->arena);
    for (uint32_t i = 0; i < call->nodes.len; i++)
        graph_print_node(&text, &p, call->nodes.data[i]);
    buf_free(&text);
    for (uint32_t i = 0; i < call->symbols.len; i++)
        if (map_has(&p.used, MAP_KEY(call->symbols.data[i])))
            call->symbols.data[kept++] = call->symbols.data[i];
    call->symbols.len = kept;
}

static void fill_calls(Split *s) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->out->calls.len; i++) {
        Gather g = {.s = s, .call = s->out->calls.data[i]};
        map_init(&g.seen, s->arena);
        gather_region(&g, s->old->body);
        for (uint32_t k = 0; k < g.numbers.len; k++)
            vec_push(s->arena, &g.call->inputs, g.numbers.data[k]);
        if (!g.call->nodes.len)
            continue;
        if (!s->in_c)
            drop_unused_symbols(s, g.call);
        g.call->name = str_format("%s_graph%u", s->name, kept);
        s->out->calls.data[kept++] = g.call;
    }
    s->out->calls.len = kept;
}

/* ---- the copy ---------------------------------------------------------------------------------------------------- */
static IrNode *value_of(Split *s, IrRegion *region, const IrNode *node) {
    IrNode *made = map_get(&s->made, MAP_KEY(node));
    if (made)
        return made;
    if (!ir_is_view(node))
        ICE("split: %s %%%u of %s is nowhere", ir_op_info[node->op].name, node->id, s->old->name);
    IrNode *base = value_of(s, region, node->inputs[0]);
    IrSpec spec = ir_spec_of(node);
    spec.inputs = &base;
    return ir_build(region, &spec);
}

static const ShExpr *symbol_expr(const GraphCall *call, const ShSymbol *symbol);

static void place_call(Split *s, IrRegion *region, const GraphCall *call) {
    VEC(IrNode *) inputs = {0};
    for (uint32_t i = 0; i < call->inputs.len; i++)
        vec_push(s->arena, &inputs, value_of(s, region, call->inputs.data[i]));
    for (uint32_t i = 0; i < call->symbols.len; i++)
        vec_push(s->arena, &inputs, ir_size(region, symbol_expr(call, call->symbols.data[i])));
    int64_t ints[] = {call->random, call->outputs.len, call->operators};
    IrNode *made = ir_build(region, &(IrSpec){.op = OP_CALL,
                                              .text = call->name,
                                              .input_count = inputs.len,
                                              .inputs = inputs.data,
                                              .int_count = COUNT_OF(ints),
                                              .ints = ints,
                                              .span = call->nodes.data[0]->span});
    for (int64_t i = 0; i < call->outputs.len; i++) {
        const IrNode *output = call->outputs.data[i];
        IrNode *result = ir_build(region, &(IrSpec){.op = OP_RESULT,
                                                    .type = output->type,
                                                    .input_count = 1,
                                                    .inputs = &made,
                                                    .int_count = 1,
                                                    .ints = &i,
                                                    .span = output->span});
        map_put(&s->made, MAP_KEY(output), result);
    }
}

/* The expression of a symbol alone, found in what mentions it. */
typedef struct Find {
    const ShSymbol *symbol;
    const ShExpr *found;
} Find;

static void find_in(Find *f, const ShExpr *e) {
    if (e->op == SH_SYM && e->symbol == f->symbol)
        f->found = e;
    for (uint32_t i = 0; i < e->count && !f->found; i++)
        find_in(f, e->args[i]);
}

static void find_in_node(Find *f, const IrNode *node) {
    for (uint32_t i = 0; i < node->expr_count; i++)
        find_in(f, node->exprs[i]);
    for (int d = 0; node->type.kind == IRT_TENSOR && d < node->type.rank; d++) {
        find_in(f, node->type.shape[d]);
        if (node->type.strides)
            find_in(f, node->type.strides[d]);
    }
    for (uint32_t a = 0; a < node->aten_count; a++)
        for (uint32_t i = 0; node->aten[a].kind == ATEN_INTS && i < node->aten[a].count; i++)
            find_in(f, node->aten[a].exprs[i]);
}

static const ShExpr *symbol_expr(const GraphCall *call, const ShSymbol *symbol) {
    Find f = {symbol, NULL};
    for (uint32_t i = 0; i < call->nodes.len && !f.found; i++) {
        find_in_node(&f, call->nodes.data[i]);
        for (uint32_t k = 0; k < call->nodes.data[i]->input_count; k++)
            find_in_node(&f, call->nodes.data[i]->inputs[k]);
    }
    if (!f.found)
        ICE("split: nothing in %s mentions %s", call->name, symbol->name);
    return f.found;
}

static void copy_region(Split *s, const IrRegion *from, IrRegion *to);

static void copy_node(Split *s, IrRegion *to, const IrNode *node) {
    IrNode **inputs = arena_array(s->arena, IrNode *, node->input_count + 1);
    IrRegion **regions = arena_array(s->arena, IrRegion *, node->region_count + 1);
    for (uint32_t i = 0; i < node->input_count; i++)
        inputs[i] = value_of(s, to, node->inputs[i]);
    for (uint32_t r = 0; r < node->region_count; r++) {
        regions[r] = ir_region_new(s->out->graph, NULL);
        copy_region(s, node->regions[r], regions[r]);
    }
    IrSpec spec = ir_spec_of(node);
    spec.inputs = inputs;
    spec.regions = regions;
    IrNode *copy = ir_build(to, &spec);
    map_put(&s->made, MAP_KEY(node), copy);
    if (node->op == OP_INPUT)
        s->out->graph->inputs.data[node->ints[0]].node = copy;
}

static bool reads_outside(const GraphCall *call) {
    for (uint32_t i = 0; i < call->inputs.len; i++)
        if (call->inputs.data[i]->type.kind == IRT_TENSOR && call->inputs.data[i]->op != OP_RESULT)
            return true;
    return false;
}

/* A call behind a write would see what was written, and so would one that a loop comes back to. */
static void check_order(Split *s, const IrRegion *region, const GraphCall *call, bool written) {
    bool loops = false;
    for (; region->owner; region = region->owner->parent)
        loops = loops || (region->owner->op != OP_IF && has_stores(region));
    if ((written || loops) && reads_outside(call))
        s->problem = "a graph that reads tensors which have been written to before it";
}

static void copy_region(Split *s, const IrRegion *from, IrRegion *to) {
    NodeList stores = {0};
    bool written = false;
    for (uint32_t i = 0; i < from->params.len; i++)
        map_put(&s->made, MAP_KEY(from->params.data[i]), ir_param(to, from->params.data[i]->type));
    for (uint32_t i = 0; i < from->nodes.len; i++) {
        const IrNode *node = from->nodes.data[i];
        const GraphCall *call = map_get(&s->closes, MAP_KEY(node));
        if (call && call->nodes.len) {
            check_order(s, from, call, written);
            place_call(s, to, call);
        }
        if (call_of(s, node))
            continue;
        bool flush = ends_region(node);
        for (uint32_t r = 0; r < node->region_count; r++)
            flush = flush || has_stores(node->regions[r]);
        for (uint32_t k = 0; flush && k < stores.len; k++)
            copy_node(s, to, stores.data[k]);
        written = written || flush;
        stores.len = flush ? 0 : stores.len;
        if (node->op == OP_STORE)
            vec_push(s->arena, &stores, node);
        else
            copy_node(s, to, node);
    }
}

static void copy_graph(Split *s) {
    IrGraph *copy = ir_graph_new(s->arena, s->old->shapes, s->old->name, s->old->span);
    s->out->graph = copy;
    for (uint32_t i = 0; i < s->old->inputs.len; i++)
        vec_push(s->arena, &copy->inputs, s->old->inputs.data[i]);
    for (uint32_t i = 0; i < s->old->flat.len; i++)
        vec_push(s->arena, &copy->flat, s->old->flat.data[i]);
    copy_region(s, s->old->body, copy->body);
    copy->copies = s->made;
}

const char *graph_split(GraphSplit *out, Arena *arena, const IrGraph *graph, Str name, GraphLanguage language,
                        GraphFilter filter) {
    Split s = {.arena = arena, .old = graph, .out = out, .name = name, .in_c = language == GRAPH_C, .filter = filter};
    Map *maps[] = {&s.call_of, &s.closes, &s.made, &s.wanted};
    for (size_t i = 0; i < COUNT_OF(maps); i++)
        map_init(maps[i], arena);
    divide_region(&s, graph->body);
    want_of_region(&s, graph->body);
    fill_calls(&s);
    if (!out->calls.len)
        return "a graph without tensor operations";
    copy_graph(&s);
    ir_reindex(out->graph);
    return s.problem;
}
