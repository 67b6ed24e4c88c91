/* Would a variant run faster than eager?
 *
 * Both pay for something beside the arithmetic: eager for each step of Python and each operator, compiled code for its
 * entry, its guards and what it returns. The constants are nanoseconds, the differences between eager and built
 * functions of 4 x 4 tensors (bench/border.py, PyTorch 2.13); what varies is taken at the end that favours eager, so
 * that little is compiled that would be slower. Arithmetic is not counted: it is no slower compiled. An operator of the
 * program that is several nodes here counts as several, which matters where many views or calls stand beside it. */
#include "analysis/entry.h"

#include <string.h>

enum {
    /* eager's, which compiling saves */
    STEP = 10,          /* an expression or statement of the program or of an installed package */
    OPERATOR = 1000,    /* its call from Python, torch's dispatcher, the memory of its result */
    WITH_NUMBER = 1000, /* more, for a number among the operands, which torch makes a tensor of */
    VIEW = 700,
    VIEW_PART = 300, /* a view of a view that the same expression makes: x[:, 0] */
    WRITE = 200,     /* beside the operator that computes what is written */
    ITEM = 150,
    MODULE = 700, /* the call of a module by another one: torch looks for hooks */
    /* compiled code's */
    ENTRY = 80,
    SEGMENT = 40, /* more, for the function that a segment is */
    GUARD = 5,
    NAME = 20,         /* more, for a name that has to mean what it did: torch.Tensor, isinstance */
    CALL = 300,        /* an operator of ATen: so much more than eager's call of it; it makes its first result */
    CALL_RESULT = 250, /* each further one */
    RANDOM = 1400,     /* of a variant that draws random numbers: the generator's state is kept */
    NEW_TENSOR = 350,
    NEW_VIEW = 560,
    NEW_PARTS = 600, /* more, of complex numbers as reals, or the reverse */
    DETACHED = 300,
    NEW_OBJECT = 10,  /* a number, tuple, list, ... */
    NEW_SIZE = 100,   /* torch.Size, and what is made by a call of a class */
    NEW_ARRAY = 950,  /* of NumPy, in the memory of a tensor */
    NEW_COPIED = 700, /* what copy makes and gives a state */
    NEW_FUNCTION = 1100,
    EFFECT = 40
};

/* ---- eager ------------------------------------------------------------------------------------------------------- */
static bool has_number(const IrNode *node) {
    for (uint32_t i = 0; i < node->input_count; i++)
        if (node->inputs[i]->type.kind != IRT_TENSOR)
            return true;
    return false;
}

static bool same_place(Span a, Span b) { return a.file == b.file && a.begin == b.begin && a.end == b.end; }

static int saved_by_view(const IrNode *node) {
    const IrNode *base = node->inputs[0];
    if (!ir_is_view(base) || !same_place(node->span, base->span))
        return VIEW;
    return base->op == OP_RESHAPE ? 0
                                  : VIEW_PART; /* diagonal() is a view of all elements in a row here, not to torch */
}

static int saved_by_tensor(const IrNode *node) {
    if (ir_is_view(node) || node->op == OP_INSERT)
        return saved_by_view(node);
    switch (ir_op_info[node->op].cls) {
    case CLS_POINT:
        return OPERATOR + (has_number(node) ? WITH_NUMBER : 0);
    case CLS_VIEW:
        return node->op == OP_CONTIGUOUS ? 0 : OPERATOR;
    case CLS_REDUCE:
    case CLS_CREATE:
    case CLS_LIB:
        return OPERATOR;
    default:
        return 0;
    }
}

static int lost_by_call(const IrNode *node) {
    int further = node->int_count > 1 ? (int)node->ints[1] - 1 : 0;
    return CALL + further * CALL_RESULT;
}

/* ---- compiled ---------------------------------------------------------------------------------------------------- */
static int cost_of_view(IrNode *node) {
    bool parts = dtype_is_complex(node->type.dtype) != dtype_is_complex(ir_memory(node)->type.dtype);
    return NEW_VIEW + (parts ? NEW_PARTS : 0);
}

static int cost_of_leaf(IrNode *node, const Tree *tree) {
    const IrNode *maker = node->op == OP_RESULT ? node->inputs[0] : node;
    int detached = tree->detached ? DETACHED : 0;
    if (node->type.kind != IRT_TENSOR)
        return NEW_OBJECT;
    if (ir_is_view(node))
        return cost_of_view(node) + detached;
    return (maker->op == OP_INPUT || maker->op == OP_ATEN ? 0 : NEW_TENSOR) + detached;
}

/* By what is called: torch.Tensor.numpy, copy._reconstruct. */
static int cost_of_applied(const Tree *applied) {
    const Source *callable = applied->items[0]->object;
    if (callable && callable->kind == SRC_ATTR && !strcmp(callable->name, "numpy"))
        return NEW_ARRAY;
    return callable && callable->kind == SRC_GLOBAL && !strcmp(callable->name, "_reconstruct") ? NEW_COPIED : NEW_SIZE;
}

static int cost_of_tree(const IrNode *returned, const Tree *tree) {
    int cost = 0;
    switch (tree->kind) {
    case TREE_LEAF:
        return cost_of_leaf(returned->inputs[tree->leaf], tree);
    case TREE_OBJECT:
    case TREE_SHARED:
        return 0;
    case TREE_EFFECTS:
        cost = (int)(tree->count - 1) * EFFECT;
        break;
    case TREE_SIZE:
    case TREE_NAMED:
    case TREE_MADE:
        cost = NEW_SIZE;
        break;
    case TREE_APPLY:
        cost = cost_of_applied(tree);
        break;
    case TREE_FUNCTION:
        cost = NEW_FUNCTION;
        break;
    default:
        cost = tree->kind == TREE_CONST && tree->constant.kind == CONST_NONE ? 0 : NEW_OBJECT;
    }
    for (uint32_t i = 0; i < tree->count; i++)
        cost += cost_of_tree(returned, tree->items[i]);
    return cost;
}

/* ---- what the program asks of the library ----------------------------------------------------------------------- */
int worth_of_call(const char *name, bool with_arguments) {
    static const struct {
        const char *name;
        size_t len;
        int time, arguments;
    } calls[] = {
#define WORTH_CALL(name, time, arguments) {name, sizeof name - 1, time, arguments},
#include "analysis/worth_calls.def"
#undef WORTH_CALL
    };
    size_t len = strlen(name); /* few names have the same: this is asked for each call that is evaluated */
    for (size_t i = 0; i < COUNT_OF(calls); i++)
        if (calls[i].len == len && !memcmp(calls[i].name, name, len))
            return calls[i].time + (with_arguments ? calls[i].arguments : 0);
    return 0;
}

/* ---- what is computed for nothing ------------------------------------------------------------------------------ */
typedef struct Place {
    Span span;
    int saved;
} Place;
typedef VEC(Place) PlaceVec;

static void add_place(Arena *arena, PlaceVec *places, Span span, int saved) {
    for (uint32_t i = 0; i < places->len; i++)
        if (same_place(places->data[i].span, span)) {
            places->data[i].saved = saved > places->data[i].saved ? saved : places->data[i].saved;
            return;
        }
    vec_push(arena, places, ((Place){span, saved}));
}

int worth_of_places(const IrGraph *graph) {
    PlaceVec places = {0};
    int saved = 0;
    for (uint32_t i = 0; i < graph->body->nodes.len; i++) {
        const IrNode *node = graph->body->nodes.data[i];
        if (node->op == OP_ATEN)
            add_place(graph->arena, &places, node->span, OPERATOR);
        else if (node->type.kind == IRT_TENSOR && saved_by_tensor(node) > 0)
            add_place(graph->arena, &places, node->span, ir_is_view(node) ? VIEW_PART : OPERATOR);
    }
    for (uint32_t i = 0; i < places.len; i++)
        saved += places.data[i].saved;
    return saved;
}

/* ---- the sum ----------------------------------------------------------------------------------------------------- */
static int gain_of_node(const IrNode *node) {
    switch (node->op) {
    case OP_ATEN:
        return -lost_by_call(node);
    case OP_STORE:
        return WRITE;
    case OP_ITEM:
        return ITEM;
    case OP_RETURN:
        return -cost_of_tree(node, node->tree);
    default:
        return node->type.kind == IRT_TENSOR ? saved_by_tensor(node) : 0;
    }
}

static int gain_of_region(const IrRegion *region) {
    int gain = 0;
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        const IrNode *node = region->nodes.data[i];
        gain += gain_of_node(node);
        for (uint32_t k = 0; k < node->region_count; k++)
            gain += gain_of_region(node->regions[k]);
    }
    return gain;
}

static bool is_random(const IrNode *node) { return node->op == OP_ATEN && node->int_count && node->ints[0]; }

static bool draws(const IrRegion *region) {
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        const IrNode *node = region->nodes.data[i];
        bool found = is_random(node);
        for (uint32_t k = 0; k < node->region_count; k++)
            found = found || draws(node->regions[k]);
        if (found)
            return true;
    }
    return false;
}

static bool computes(const IrRegion *region) {
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        const IrNode *node = region->nodes.data[i];
        bool is_operator = node->type.kind == IRT_TENSOR && !ir_is_view(node) && saved_by_tensor(node) > 0;
        if (is_operator || node->op == OP_ATEN || node->op == OP_STORE || ir_op_info[node->op].cls == CLS_FLOW)
            return true;
    }
    return false;
}

bool worth_has_operators(const IrGraph *graph) { return computes(graph->body); }

static int cost_of_guards(const FactList *facts) {
    int cost = 0;
    for (uint32_t i = 0; i < facts->items.len; i++)
        cost += GUARD + (facts->items.data[i].kind == FACT_IS ? NAME : 0);
    return cost;
}

static int saved_by_modules(const FactList *facts) {
    int saved = 0;
    for (uint32_t i = 0; i < facts->items.len; i++)
        if (facts->items.data[i].kind == FACT_PLAIN_MODULE && facts->items.data[i].source->kind != SRC_ARG)
            saved += MODULE;
    return saved;
}

static bool reads_nothing(const Ev *ev, const EntryBody *body) {
    for (uint32_t i = 0; i < ev->facts->items.len; i++)
        if (ev->facts->items.data[i].kind != FACT_IS && ev->facts->items.data[i].kind != FACT_CODE)
            return false;
    return body->count == 0;
}

/* Functions of plain Python are called with other numbers and strings than the one that was seen, or read others. */
static bool has_tensors(const Ev *ev, const EntryBody *body) {
    for (uint32_t i = 0; i < body->count; i++)
        if (body->values[i] && body->values[i]->kind == V_TENSOR)
            return true;
    for (uint32_t i = 0; i < ev->facts->items.len; i++)
        if (ev->facts->items.data[i].kind == FACT_TENSOR)
            return true;
    return computes(ev->graph->body);
}

bool worth_compiling(const Ev *ev, const EntryBody *body, int places) {
    int dropped = places - worth_of_places(ev->graph);
    int64_t gain = (int64_t)ev->python_steps * STEP + ev->library_time + saved_by_modules(ev->facts) + dropped +
                   gain_of_region(ev->graph->body);
    int64_t cost =
        ENTRY + (body->is_segment ? SEGMENT : 0) + (draws(ev->graph->body) ? RANDOM : 0) + cost_of_guards(ev->facts);
    return gain > cost && (dropped > 0 || has_tensors(ev, body) || reads_nothing(ev, body));
}
