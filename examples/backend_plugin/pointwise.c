/* A back end for pyaot of one file: one plain loop for each graph of pointwise operations on f32 tensors of one shape;
 * all other graphs are declined. See README.md beside it for how it is built and used. */
#include <pyaot_backend.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Operations and the C of one element; %1$s and %2$s are the operands. */
static const struct {
    const char *op, *code;
} rows[] = {
    {"add", "%1$s + %2$s"}, {"sub", "%1$s - %2$s"},    {"mul", "%1$s * %2$s"},  {"div", "%1$s / %2$s"},
    {"neg", "-%1$s"},       {"exp", "expf(%1$s)"},     {"log", "logf(%1$s)"},   {"sin", "sinf(%1$s)"},
    {"cos", "cosf(%1$s)"},  {"tanh", "tanhf(%1$s)"},   {"sqrt", "sqrtf(%1$s)"}, {"abs", "fabsf(%1$s)"},
    {"erf", "erff(%1$s)"},  {"floor", "floorf(%1$s)"}, {"ceil", "ceilf(%1$s)"}, {"reciprocal", "1.0f / %1$s"},
};

typedef struct Text {
    char *data;
    size_t len, size;
} Text;

static void put(Text *text, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int len = vsnprintf(text->data + text->len, text->size - text->len, format, args);
    va_end(args);
    text->len += (size_t)len;
    if (text->len >= text->size)
        text->len = text->size - 1;
}

static const char *code_of(const char *op) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].op, op) == 0)
            return rows[i].code;
    return NULL;
}

static int same_type(const PyaotType *a, const PyaotType *b) {
    if (strcmp(a->dtype, "float32") != 0 || a->rank != b->rank || a->strides)
        return 0;
    for (int d = 0; d < a->rank; d++)
        if (strcmp(a->sizes[d], b->sizes[d]) != 0)
            return 0;
    return 1;
}

/* The name of a node's value in the loop, or the number that it is. */
static const char *operand(const PyaotGraph *graph, uint32_t index, char *name, size_t size) {
    const PyaotNode *node = &graph->nodes[index];
    if (strcmp(node->op, "const") != 0)
        snprintf(name, size, "v%u", index);
    else if (node->type.kind == PYAOT_FLOAT)
        snprintf(name, size, "(float)%.17g", node->number);
    else
        snprintf(name, size, "(float)%lld", (long long)node->ints[0]);
    return name;
}

static const char *check(const PyaotGraph *graph) {
    const PyaotType *type = &graph->nodes[graph->outputs[0]].type;
    for (uint32_t i = 0; i < graph->node_count; i++) {
        const PyaotNode *node = &graph->nodes[i];
        if (node->type.kind != PYAOT_TENSOR) {
            if (strcmp(node->op, "const") != 0 && strcmp(node->op, "input") != 0)
                return "numbers that are computed";
        } else if (!same_type(&node->type, type)) {
            return "tensors that are not f32, row-major and of one shape";
        } else if (strcmp(node->op, "input") != 0 && !code_of(node->op)) {
            return "an operation that is not in its table";
        }
    }
    return NULL;
}

static const char *compile(void *state, const PyaotGraph *graph, PyaotAnswer *answer) {
    static char buffer[1 << 16];
    Text out = {buffer, 0, sizeof buffer};
    (void)state;
    const char *reason = check(graph);
    if (reason)
        return reason;
    put(&out, "static void %s(const PyaotValue *inputs, const int64_t *sizes, const PyaotView *outputs) {\n",
        graph->name);
    put(&out, "    (void)sizes;\n    int64_t count = 1;\n");
    put(&out, "    for (int d = 0; d < outputs[0].rank; d++)\n        count *= outputs[0].sizes[d];\n");
    put(&out, "    for (int64_t i = 0; i < count; i++) {\n");
    for (uint32_t k = 0; k < graph->input_count; k++) {
        const PyaotNode *node = &graph->nodes[graph->inputs[k]];
        put(&out, "        float v%u = ", graph->inputs[k]);
        if (node->type.kind == PYAOT_TENSOR)
            put(&out, "((const float *)inputs[%u].view.data)[i];\n", k);
        else
            put(&out, "(float)inputs[%u].%s;\n", k, node->type.kind == PYAOT_FLOAT ? "f" : "i");
    }
    for (uint32_t i = 0; i < graph->node_count; i++) {
        const PyaotNode *node = &graph->nodes[i];
        char a[64] = "", b[64] = "";
        const char *code = code_of(node->op);
        if (!code)
            continue;
        put(&out, "        float v%u = ", i);
        put(&out, code, operand(graph, node->inputs[0], a, sizeof a),
            node->input_count > 1 ? operand(graph, node->inputs[1], b, sizeof b) : "");
        put(&out, "; /* %s */\n", node->where);
    }
    for (uint32_t k = 0; k < graph->output_count; k++)
        put(&out, "        ((float *)outputs[%u].data)[i] = v%u;\n", k, graph->outputs[k]);
    put(&out, "    }\n}\n");
    if (out.len == sizeof buffer - 1)
        return "a graph that is too large for its buffer";
    answer->code = buffer;
    return NULL;
}

static const PyaotBackend backend = {.version = PYAOT_BACKEND_VERSION,
                                     .size = sizeof backend,
                                     .name = "pointwise",
                                     .doc = "one loop for each graph of pointwise f32 operations (an example)",
                                     .compile = compile};

const PyaotBackend *pyaot_backend(uint32_t host_version) {
    return host_version == PYAOT_BACKEND_VERSION ? &backend : NULL;
}
