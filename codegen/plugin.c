/* Back ends of third parties: shows them graphs as structs of include/pyaot_backend.h, and puts what they answer into
 * C, with a function around each of theirs that packs the operands of the call. */
#include "codegen/backend.h"
#include "include/pyaot_backend.h"

#include <string.h>

typedef struct Shown {
    Arena *arena;
    const GraphCall *call;
    GraphPrinter printer;
    VEC(PyaotNode) nodes;
    Map index; /* IrNode -> its index among nodes, plus 1 */
} Shown;

static const char *kept(Arena *arena, Buf *text) {
    const char *copy = arena_printf(arena, "%s", text->data ? text->data : "");
    buf_free(text);
    return copy;
}

static const char *const *expressions(Shown *s, const ShExpr *const *items, uint32_t count) {
    const char **texts = arena_array(s->arena, const char *, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        Buf text = {0};
        graph_print_size(&text, &s->printer, items[i]);
        texts[i] = kept(s->arena, &text);
    }
    return texts;
}

static PyaotType kind_of(const IrType *type) {
    static const PyaotKind kinds[] = {[IRT_NONE] = PYAOT_NOTHING,
                                      [IRT_TENSOR] = PYAOT_TENSOR,
                                      [IRT_INT] = PYAOT_INT,
                                      [IRT_FLOAT] = PYAOT_FLOAT,
                                      [IRT_BOOL] = PYAOT_BOOL};
    PyaotType shown = {.kind = kinds[type->kind]};
    if (type->kind == IRT_TENSOR) {
        shown.dtype = dtype_info[type->dtype].torch_name;
        shown.rank = type->rank;
    }
    return shown;
}

static PyaotType shown_type(Shown *s, const IrType *type) {
    PyaotType shown = kind_of(type);
    if (type->kind != IRT_TENSOR)
        return shown;
    shown.sizes = expressions(s, type->shape, (uint32_t)type->rank);
    if (type->strides)
        shown.strides = expressions(s, type->strides, (uint32_t)type->rank);
    return shown;
}

static const char *place(Arena *arena, Span span) {
    return span.file ? arena_printf(arena, "%s:%u", span.file->display, span_line(span)) : "";
}

static uint32_t show(Shown *s, const IrNode *node, bool input) {
    uintptr_t known = (uintptr_t)map_get(&s->index, MAP_KEY(node));
    if (known)
        return (uint32_t)known - 1;
    PyaotNode shown = {.op = input ? "input" : ir_op_info[node->op].name,
                       .target = node->op == OP_ATEN ? node->text : NULL,
                       .text = "",
                       .where = place(s->arena, node->span)};
    if (!input) {
        uint32_t *inputs = arena_array(s->arena, uint32_t, node->input_count + 1);
        for (uint32_t i = 0; i < node->input_count; i++)
            inputs[i] = show(s, node->inputs[i], false);
        shown.input_count = node->input_count;
        shown.inputs = inputs;
        shown.int_count = node->int_count;
        shown.ints = node->ints;
        shown.expr_count = node->expr_count;
        shown.exprs = expressions(s, (const ShExpr *const *)node->exprs, node->expr_count);
        shown.number = node->number;
    }
    if (map_has(&s->call->made, MAP_KEY(node))) {
        Buf text = {0};
        graph_print_node(&text, &s->printer, node);
        shown.text = kept(s->arena, &text);
    }
    shown.type = shown_type(s, &node->type); /* may name the size of the node itself */
    vec_push(s->arena, &s->nodes, shown);
    map_put(&s->index, MAP_KEY(node), (void *)(uintptr_t)s->nodes.len);
    return s->nodes.len - 1;
}

static void show_call(Shown *s, PyaotGraph *graph) {
    const GraphCall *call = s->call;
    uint32_t *inputs = arena_array(s->arena, uint32_t, call->inputs.len + 1);
    uint32_t *outputs = arena_array(s->arena, uint32_t, call->outputs.len + 1);
    const char **symbols = arena_array(s->arena, const char *, call->symbols.len + 1);
    map_init(&s->index, s->arena);
    graph_printer_init(&s->printer, call, s->arena);
    for (uint32_t i = 0; i < call->inputs.len; i++)
        inputs[i] = show(s, call->inputs.data[i], true);
    for (uint32_t i = 0; i < call->nodes.len; i++)
        show(s, call->nodes.data[i], false);
    for (uint32_t i = 0; i < call->outputs.len; i++)
        outputs[i] = show(s, call->outputs.data[i], false);
    for (uint32_t i = 0; i < call->symbols.len; i++)
        symbols[i] = map_get(&s->printer.values, MAP_KEY(call->symbols.data[i]));
    Buf text = {0};
    graph_print(&text, call);
    *graph = (PyaotGraph){.version = PYAOT_BACKEND_VERSION,
                          .size = sizeof *graph,
                          .name = call->name,
                          .node_count = s->nodes.len,
                          .nodes = s->nodes.data,
                          .input_count = call->inputs.len,
                          .inputs = inputs,
                          .symbol_count = call->symbols.len,
                          .symbols = symbols,
                          .output_count = call->outputs.len,
                          .outputs = outputs,
                          .text = kept(s->arena, &text)};
}

/* ---- which operations ----------------------------------------------------------------------------------------------
 */
typedef struct Asked {
    const Backend *backend;
    Arena *arena;
} Asked;

static const char *const *raw_expressions(Arena *arena, const ShExpr *const *items, uint32_t count) {
    const char **texts = arena_array(arena, const char *, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        Buf text = {0};
        sh_print(&text, items[i]);
        texts[i] = kept(arena, &text);
    }
    return texts;
}

/* A node as it can be shown while no graph has it. */
static PyaotNode asked_node(Arena *arena, const IrNode *node, bool operand) {
    const IrType *type = &node->type;
    PyaotNode shown = {.op = node->op == OP_INPUT || node->op == OP_PARAM ? "input" : ir_op_info[node->op].name,
                       .target = node->op == OP_ATEN ? node->text : NULL,
                       .text = "",
                       .where = place(arena, node->span),
                       .type = kind_of(type)};
    if (type->kind == IRT_TENSOR) {
        shown.type.sizes = raw_expressions(arena, type->shape, (uint32_t)type->rank);
        if (type->strides)
            shown.type.strides = raw_expressions(arena, type->strides, (uint32_t)type->rank);
    }
    if (operand && node->op != OP_CONST)
        return shown;
    shown.int_count = node->int_count;
    shown.ints = node->ints;
    shown.number = node->number;
    shown.expr_count = node->expr_count;
    shown.exprs = raw_expressions(arena, (const ShExpr *const *)node->exprs, node->expr_count);
    return shown;
}

static bool takes(void *env, const IrNode *node) {
    Asked *asked = env;
    const Backend *backend = asked->backend;
    PyaotNode *nodes = arena_array(asked->arena, PyaotNode, node->input_count + 1);
    uint32_t *inputs = arena_array(asked->arena, uint32_t, node->input_count + 1);
    for (uint32_t i = 0; i < node->input_count; i++) {
        nodes[i] = asked_node(asked->arena, node->inputs[i], true);
        inputs[i] = i;
    }
    nodes[node->input_count] = asked_node(asked->arena, node, false);
    nodes[node->input_count].input_count = node->input_count;
    nodes[node->input_count].inputs = inputs;
    backend_begin("the back end '%s' (%s), asked for an operation '%s'", backend->name, backend->from,
                  nodes[node->input_count].op);
    bool taken = backend->plugin->takes(backend->state, nodes, node->input_count);
    backend_end();
    return taken;
}

GraphFilter plugin_filter(const Backend *backend, Arena *arena) {
    if (backend->plugin->size < sizeof *backend->plugin || !backend->plugin->takes)
        return (GraphFilter){0};
    Asked *asked = arena_new_of(arena, Asked);
    *asked = (Asked){backend, arena};
    return (GraphFilter){takes, asked};
}

/* ---- the function around the back end's -------------------------------------------------------------------------- */
static void print_parameter(Buf *out, const IrNode *node, const char *name) {
    const char *type = node->type.kind == IRT_TENSOR  ? "const RtTensor *"
                       : node->type.kind == IRT_FLOAT ? "double "
                                                      : "int64_t ";
    buf_printf(out, "%s%s", type, name);
}

/* Tensors of any rank are seen as their elements in order. */
static void print_view(Buf *out, const IrNode *node, const char *name) {
    if (node->type.flat)
        buf_printf(out, "rt_flat_view(%s, &(int64_t){rt_numel(%s)})", name, name);
    else
        buf_printf(out, "rt_view_of(%s)", name);
}

static void print_wrapper(Buf *out, const GraphCall *call) {
    buf_printf(out, "static void %s_call(", call->name);
    for (uint32_t i = 0; i < call->inputs.len; i++) {
        buf_puts(out, i ? ", " : "");
        print_parameter(out, call->inputs.data[i], str_format("a%u", i));
    }
    for (uint32_t i = 0; i < call->symbols.len; i++)
        buf_printf(out, "%sint64_t s%u", i || call->inputs.len ? ", " : "", i);
    for (uint32_t i = 0; i < call->outputs.len; i++)
        buf_printf(out, "%sconst RtTensor *o%u", i || call->inputs.len || call->symbols.len ? ", " : "", i);
    buf_puts(out, ") {\n    const PyaotValue inputs[] = {");
    for (uint32_t i = 0; i < call->inputs.len; i++) {
        const IrNode *node = call->inputs.data[i];
        Str name = str_format("a%u", i);
        buf_puts(out, i ? ", {" : "{");
        if (node->type.kind == IRT_TENSOR)
            buf_puts(out, ".view = "), print_view(out, node, name);
        else
            buf_printf(out, node->type.kind == IRT_FLOAT ? ".f = %s" : ".i = %s", name);
        buf_putc(out, '}');
    }
    buf_puts(out, call->inputs.len ? "};\n    const int64_t sizes[] = {" : "{.i = 0}};\n    const int64_t sizes[] = {");
    for (uint32_t i = 0; i < call->symbols.len; i++)
        buf_printf(out, "s%u, ", i);
    buf_puts(out, "0};\n    const PyaotView outputs[] = {");
    for (uint32_t i = 0; i < call->outputs.len; i++) {
        buf_puts(out, i ? ", " : "");
        print_view(out, call->outputs.data[i], str_format("o%u", i));
    }
    buf_printf(out,
               "};\n    void *gil = rt_release(rt_numel(o0) * %d);\n    %s(inputs, sizes, outputs);\n"
               "    rt_acquire(gil);\n}\n\n",
               call->operators, call->name);
}

/* ---- one call ---------------------------------------------------------------------------------------------------- */
typedef struct OwnSize {
    const GraphCall *call;
    bool found;
} OwnSize;

static void visit_own(void *env, const ShSymbol *symbol) {
    OwnSize *own = env;
    if (symbol->origin_kind == SH_FROM_NODE && symbol->origin && map_has(&own->call->made, MAP_KEY(symbol->origin)))
        own->found = true;
}

/* What would have to be known before the function runs. */
static const char *unfit(const GraphCall *call) {
    OwnSize own = {call, false};
    for (uint32_t i = 0; i < call->outputs.len; i++) {
        const IrType *type = &call->outputs.data[i]->type;
        for (int d = 0; d < type->rank; d++) {
            sh_visit_symbols(type->shape[d], visit_own, &own);
            if (type->strides)
                sh_visit_symbols(type->strides[d], visit_own, &own);
        }
    }
    if (own.found)
        return "sizes that the graph itself computes";
    if (call->random)
        return "random numbers";
    return call->outputs.len ? NULL : "a graph without results";
}

const char *plugin_compile(const Backend *backend, Arena *arena, const GraphSplit *split, Str *code, Str *flags) {
    Buf out = {0};
    const char *reason = NULL;
    for (uint32_t i = 0; i < split->calls.len && !reason; i++) {
        Shown shown = {.arena = arena, .call = split->calls.data[i]};
        PyaotGraph graph;
        PyaotAnswer answer = {.size = sizeof answer};
        reason = unfit(shown.call);
        if (reason)
            break;
        show_call(&shown, &graph);
        backend_begin("the back end '%s' (%s), asked for '%s'", backend->name, backend->from, graph.name);
        reason = backend->plugin->compile(backend->state, &graph, &answer);
        backend_end();
        if (reason)
            reason = arena_printf(arena, "%s", reason);
        else if (!answer.code)
            reason = "it gave no code";
        else if (!strstr(answer.code, graph.name))
            reason = arena_printf(arena, "its code has no function '%s'", graph.name);
        if (reason)
            break;
        buf_printf(&out, "/* Made by the back end %s. */\n%s\n", backend->name, answer.code);
        if (answer.flags && !(*flags && strstr(*flags, answer.flags)))
            *flags = *flags ? str_format("%s %s", *flags, answer.flags) : str_of(answer.flags);
        print_wrapper(&out, shown.call);
    }
    *code = str_of(out.data ? out.data : "");
    buf_free(&out);
    return reason;
}
