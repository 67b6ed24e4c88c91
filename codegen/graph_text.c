/* Graphs as functions of Python over torch: what back ends written in Python are given, and people read. One statement
 * a node, in the forms that runtime/pyaot_graphs.py reads: names, numbers, lists, calls of dotted names and of methods,
 * arithmetic. */
#include "codegen/graph_split.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char *const templates[OP_COUNT] = {
#define TEXT(op, text) [op] = text,
#include "codegen/graph_text.def"
#undef TEXT
};

/* ---- values ------------------------------------------------------------------------------------------------------ */
/* The symbol's name is what it is called among the parameters, or the size of a tensor that the function makes. */
static GraphPrinter *printing; /* of the expression that is printed now: sh_print_named() passes nothing through */

static void print_symbol(Buf *out, const ShSymbol *symbol) {
    const IrNode *origin = symbol->origin_kind == SH_FROM_NODE ? symbol->origin : NULL;
    if (!origin || !map_has(&printing->call->made, MAP_KEY(origin))) {
        buf_puts(out, map_get(&printing->values, MAP_KEY(symbol)));
        map_put(&printing->used, MAP_KEY(symbol), printing);
        return;
    }
    bool stride = symbol->index >= IR_MAX_RANK;
    buf_printf(out, "%s.%s(%d)", (const char *)map_get(&printing->values, MAP_KEY(origin)), stride ? "stride" : "size",
               stride ? symbol->index - IR_MAX_RANK : symbol->index);
}

void graph_print_size(Buf *out, GraphPrinter *p, const ShExpr *e) {
    printing = p;
    sh_print_named(out, e, print_symbol);
}

static void print_sizes(Buf *out, GraphPrinter *p, const ShExpr *const *items, uint32_t count) {
    buf_putc(out, '[');
    for (uint32_t i = 0; i < count; i++) {
        buf_puts(out, i ? ", " : "");
        graph_print_size(out, p, items[i]);
    }
    buf_putc(out, ']');
}

static void print_ints(Buf *out, const int64_t *items, uint32_t count) {
    buf_putc(out, '[');
    for (uint32_t i = 0; i < count; i++)
        buf_printf(out, "%s%" PRId64, i ? ", " : "", items[i]);
    buf_putc(out, ']');
}

static void print_float(Buf *out, double value) {
    Constant constant = {.kind = CONST_FLOAT, .f = value};
    if (isnan(value))
        buf_puts(out, "torch.nan");
    else if (isinf(value))
        buf_puts(out, value < 0 ? "(-torch.inf)" : "torch.inf");
    else if (signbit(value))
        buf_putc(out, '('), constant_print(out, &constant), buf_putc(out, ')');
    else
        constant_print(out, &constant);
}

static void print_int(Buf *out, int64_t value) { buf_printf(out, value < 0 ? "(%" PRId64 ")" : "%" PRId64, value); }

static void print_value(Buf *out, GraphPrinter *p, const IrNode *node) {
    if (node->op == OP_CONST) {
        if (node->type.kind == IRT_FLOAT)
            print_float(out, node->number);
        else if (node->type.kind == IRT_BOOL)
            buf_puts(out, node->ints[0] ? "True" : "False");
        else
            print_int(out, node->ints[0]);
    } else if (node->op == OP_SIZE) {
        bool plain = node->exprs[0]->op == SH_SYM || node->exprs[0]->op == SH_CONST;
        buf_puts(out, plain ? "" : "(");
        graph_print_size(out, p, node->exprs[0]);
        buf_puts(out, plain ? "" : ")");
    } else {
        buf_puts(out, map_get(&p->values, MAP_KEY(node)));
    }
}

static void print_dtype(Buf *out, DType dtype) { buf_printf(out, "torch.%s", dtype_info[dtype].torch_name); }

/* What numbers among the operands are converted to. */
static DType operand_dtype(const IrNode *node, uint32_t operand) {
    if (node->op == OP_WHERE && operand == 0)
        return DT_BOOL;
    for (uint32_t i = node->op == OP_WHERE; i < node->input_count; i++)
        if (node->inputs[i]->type.kind == IRT_TENSOR)
            return node->inputs[i]->type.dtype;
    return node->op == OP_CAST && node->inputs[0]->type.kind == IRT_FLOAT ? DT_F64 : node->type.dtype;
}

static void print_tensor(Buf *out, GraphPrinter *p, const IrNode *node, uint32_t operand) {
    if (node->inputs[operand]->type.kind == IRT_TENSOR) {
        print_value(out, p, node->inputs[operand]);
        return;
    }
    buf_puts(out, "torch.scalar_tensor(");
    print_value(out, p, node->inputs[operand]);
    buf_puts(out, ", dtype=");
    print_dtype(out, operand_dtype(node, operand));
    buf_putc(out, ')');
}

static bool has_tensor_operand(const IrNode *node) {
    for (uint32_t i = 0; i < node->input_count; i++)
        if (node->inputs[i]->type.kind == IRT_TENSOR)
            return true;
    return false;
}

/* ---- templates --------------------------------------------------------------------------------------------------- */
static void print_operand(Buf *out, GraphPrinter *p, const IrNode *node, uint32_t operand) {
    bool numbers = ir_op_info[node->op].cls == CLS_POINT && operand == 0 && !has_tensor_operand(node);
    if (numbers)
        print_tensor(out, p, node, operand);
    else
        print_value(out, p, node->inputs[operand]);
}

static void print_dims(Buf *out, const IrNode *node) {
    if (node->input_count && node->inputs[0]->type.flat) /* any rank: all dimensions */
        buf_puts(out, "None");
    else
        print_ints(out, node->ints, node->int_count);
}

static void print_template(Buf *out, GraphPrinter *p, const IrNode *node, const char *text) {
    for (; *text; text++) {
        if (*text != '$') {
            buf_putc(out, *text);
            continue;
        }
        switch (*++text) {
        case 'T':
            print_tensor(out, p, node, (uint32_t)(*++text - '0'));
            break;
        case '*':
            for (uint32_t i = 0; i < node->input_count; i++) {
                buf_puts(out, i ? ", " : "");
                print_value(out, p, node->inputs[i]);
            }
            break;
        case 'd':
            print_dtype(out, node->type.dtype);
            break;
        case 's':
            print_sizes(out, p, node->type.shape, (uint32_t)node->type.rank);
            break;
        case 'i':
            print_dims(out, node);
            break;
        case 'I':
            buf_printf(out, "%" PRId64, node->ints[0]);
            break;
        case 'e':
            graph_print_size(out, p, node->exprs[0]);
            break;
        case 'f':
            graph_print_size(out, p, node->exprs[1]);
            break;
        default:
            print_operand(out, p, node, (uint32_t)(*text - '0'));
        }
    }
}

/* ---- operations that need more than a template ------------------------------------------------------------------- */
static void print_prod(Buf *out, GraphPrinter *p, const IrNode *node) {
    bool flat = node->inputs[0]->type.flat;
    for (uint32_t i = 0; i < node->int_count && !flat; i++)
        buf_puts(out, "torch.prod(");
    if (flat || !node->int_count)
        buf_puts(out, "torch.prod(");
    print_value(out, p, node->inputs[0]);
    for (uint32_t i = node->int_count; i-- > 0 && !flat;) {
        buf_printf(out, ", %" PRId64 ", dtype=", node->ints[i]);
        print_dtype(out, node->type.dtype);
        buf_putc(out, ')');
    }
    if (flat || !node->int_count) {
        buf_puts(out, ", dtype=");
        print_dtype(out, node->type.dtype);
        buf_putc(out, ')');
    }
}

static void print_unsqueeze(Buf *out, GraphPrinter *p, const IrNode *node) {
    for (uint32_t i = 0; i < node->int_count; i++)
        buf_puts(out, "torch.unsqueeze(");
    print_tensor(out, p, node, 0);
    for (uint32_t i = 0; i < node->int_count; i++)
        buf_printf(out, ", %" PRId64 ")", node->ints[i]);
}

/* "start, end, step" of `length` elements: ATen clamps the end to the size. */
static void print_range(Buf *out, GraphPrinter *p, const ShExpr *start, const ShExpr *length, const ShExpr *step) {
    ShContext *cx = p->call->graph->shapes;
    graph_print_size(out, p, start);
    buf_puts(out, ", ");
    graph_print_size(out, p, sh_add(cx, start, sh_mul(cx, length, step)));
    buf_puts(out, ", ");
    graph_print_size(out, p, step);
}

/* Steps backwards are steps forwards from the end of the flipped dimension. */
static void print_slice(Buf *out, GraphPrinter *p, const IrNode *node) {
    ShContext *cx = p->call->graph->shapes;
    int64_t d = node->ints[0], step;
    const ShExpr *length = node->type.shape[d], *size = node->inputs[0]->type.shape[d];
    bool back = sh_is_const(node->exprs[1], &step) && step < 0;
    buf_puts(out, back ? "torch.ops.aten.slice.Tensor(torch.flip(" : "torch.ops.aten.slice.Tensor(");
    print_value(out, p, node->inputs[0]);
    buf_printf(out, back ? ", [%" PRId64 "]), " : ", ", d);
    buf_printf(out, "%" PRId64 ", ", d);
    if (back)
        print_range(out, p, sh_sub(cx, sh_sub(cx, size, sh_const(cx, 1)), node->exprs[0]), length, sh_const(cx, -step));
    else
        print_range(out, p, node->exprs[0], length, node->exprs[1]);
    buf_putc(out, ')');
}

static void print_diagonal(Buf *out, GraphPrinter *p, const IrNode *node) {
    buf_puts(out, "torch.diagonal(");
    print_value(out, p, node->inputs[0]);
    buf_printf(out, ", %" PRId64 ", %" PRId64 ", %" PRId64 ")", node->ints[2], node->ints[0], node->ints[1]);
}

/* Operand 0 of an insertion, of which only the elements at its first `count` places are left. */
static void print_place(Buf *out, GraphPrinter *p, const IrNode *node, uint32_t count) {
    for (uint32_t d = 0; d < count; d++)
        buf_puts(out, "torch.ops.aten.slice.Tensor(");
    print_value(out, p, node->inputs[0]);
    for (uint32_t d = 0; d < count; d++) {
        buf_printf(out, ", %" PRId64 ", ", node->ints[d]);
        print_range(out, p, node->exprs[2 * d], node->inputs[1]->type.shape[node->ints[d]], node->exprs[2 * d + 1]);
        buf_putc(out, ')');
    }
}

static void print_insert(Buf *out, GraphPrinter *p, const IrNode *node) {
    for (uint32_t d = 0; d < node->int_count; d++) {
        buf_puts(out, "torch.slice_scatter(");
        print_place(out, p, node, d);
        buf_puts(out, ", ");
    }
    print_value(out, p, node->inputs[1]);
    for (uint32_t d = node->int_count; d-- > 0;) {
        buf_printf(out, ", %" PRId64 ", ", node->ints[d]);
        print_range(out, p, node->exprs[2 * d], node->inputs[1]->type.shape[node->ints[d]], node->exprs[2 * d + 1]);
        buf_putc(out, ')');
    }
}

/* Floats are computed in double, as ATen's arange does. */
static void print_arange(Buf *out, GraphPrinter *p, const IrNode *node) {
    bool real = dtype_is_float(node->type.dtype);
    buf_puts(out, real ? "(torch.arange(" : "torch.arange(");
    graph_print_size(out, p, node->type.shape[0]);
    buf_puts(out, ", dtype=");
    print_dtype(out, real ? DT_F64 : node->type.dtype);
    buf_puts(out, ") * ");
    print_value(out, p, node->inputs[1]);
    buf_puts(out, " + ");
    print_value(out, p, node->inputs[0]);
    if (real) {
        buf_puts(out, ").to(");
        print_dtype(out, node->type.dtype);
        buf_putc(out, ')');
    }
}

/* ATen counts negative indices from the end here: where the program's operator refuses them, they are made too large.
 */
static void print_one_index(Buf *out, GraphPrinter *p, const IrNode *node, const IrNode *index) {
    bool refused = node->ints[1] == BOUNDS_CHECKED && dtype_info[index->type.dtype].cls == 'I';
    buf_puts(out, refused ? "torch.where(torch.lt(" : "");
    print_value(out, p, index);
    if (!refused)
        return;
    buf_puts(out, ", 0), torch.scalar_tensor(9223372036854775807, dtype=torch.int64), ");
    print_value(out, p, index);
    buf_puts(out, ".to(torch.int64))");
}

/* [None, i, None, j] for index operands from `operand` on, of the dimensions dims. */
static void print_indices(Buf *out, GraphPrinter *p, const IrNode *node, uint32_t operand, const int64_t *dims) {
    int64_t at = 0;
    buf_putc(out, '[');
    for (uint32_t i = operand; i < node->input_count; i++, at++) {
        buf_puts(out, at ? ", " : "");
        for (; at < dims[i - operand]; at++)
            buf_puts(out, "None, ");
        print_one_index(out, p, node, node->inputs[i]);
    }
    buf_putc(out, ']');
}

/* Where ATen puts the dimensions of the indices: in the place of the first when they are neighbours, else in front. */
static int64_t natural_place(const int64_t *dims, uint32_t count) {
    for (uint32_t i = 1; i < count; i++)
        if (dims[i] != dims[i - 1] + 1)
            return 0;
    return count ? dims[0] : 0;
}

static bool is_naturally_placed(const IrNode *node) {
    uint32_t first = node->op == OP_INDEX ? 2 : 3;
    return node->int_count >= first && node->ints[0] == natural_place(node->ints + first, node->int_count - first);
}

static void print_index(Buf *out, GraphPrinter *p, const IrNode *node) {
    buf_puts(out, "torch.ops.aten.index.Tensor(");
    print_value(out, p, node->inputs[0]);
    buf_puts(out, ", ");
    print_indices(out, p, node, 1, node->ints + 2);
    buf_putc(out, ')');
}

static void print_index_put(Buf *out, GraphPrinter *p, const IrNode *node) {
    buf_puts(out, "torch.ops.aten.index_put.default(");
    print_value(out, p, node->inputs[0]);
    buf_puts(out, ", ");
    print_indices(out, p, node, 2, node->ints + 3);
    buf_puts(out, ", ");
    print_tensor(out, p, node, 1);
    buf_printf(out, ", %s)", node->ints[2] ? "True" : "False");
}

static uint32_t aten_items(const IrNode *node, uint32_t end);

/* The first argument of those that make up argument `at`: a list takes the ones before it. */
static uint32_t aten_first(const IrNode *node, uint32_t at) {
    return node->aten[at].kind == ATEN_LIST ? at - aten_items(node, at) : at;
}

static uint32_t aten_items(const IrNode *node, uint32_t end) {
    uint32_t at = end;
    for (uint32_t i = 0; i < node->aten[end].count; i++)
        at = aten_first(node, at - 1);
    return end - at;
}

static void print_aten_value(Buf *out, GraphPrinter *p, const IrNode *node, uint32_t at) {
    const AtenArg *arg = &node->aten[at];
    switch (arg->kind) {
    case ATEN_TENSOR:
    case ATEN_INT:
    case ATEN_FLOAT:
    case ATEN_BOOL:
    case ATEN_STR:
        if (arg->operand >= 0)
            print_value(out, p, node->inputs[arg->operand]);
        else if (arg->kind == ATEN_FLOAT)
            print_float(out, arg->constant.f);
        else
            constant_print(out, &arg->constant);
        return;
    case ATEN_NONE:
        buf_puts(out, "None");
        return;
    case ATEN_INTS:
        print_sizes(out, p, arg->exprs, arg->count);
        return;
    case ATEN_DTYPE:
        print_dtype(out, arg->dtype);
        return;
    case ATEN_LIST:
        buf_putc(out, '[');
        for (uint32_t i = at - aten_items(node, at); i < at; i++) {
            print_aten_value(out, p, node, i);
            buf_puts(out, i + 1 < at ? ", " : "");
        }
        buf_putc(out, ']');
        return;
    }
}

static void print_aten_arguments(Buf *out, GraphPrinter *p, const IrNode *node, uint32_t end) {
    if (!end)
        return;
    uint32_t at = end - 1, first = aten_first(node, at);
    print_aten_arguments(out, p, node, first);
    buf_puts(out, first ? ", " : "");
    if (node->aten[at].name)
        buf_printf(out, "%s=", node->aten[at].name);
    print_aten_value(out, p, node, at);
}

/* "aten::name.overload" is torch.ops.aten.name.overload, or .default. */
static void print_aten(Buf *out, GraphPrinter *p, const IrNode *node) {
    const char *name = strstr(node->text, "::");
    name = name ? name + 2 : node->text;
    bool overload = strchr(name, '.') && strchr(name, '.')[1];
    size_t len = overload ? strlen(name) : strcspn(name, ".");
    buf_printf(out, "torch.ops.aten.%.*s%s(", (int)len, name, overload ? "" : ".default");
    print_aten_arguments(out, p, node, node->aten_count);
    buf_putc(out, ')');
}

static const struct {
    IrOp op;
    void (*print)(Buf *out, GraphPrinter *p, const IrNode *node);
} printers[] = {
    {OP_PROD, print_prod},     {OP_UNSQUEEZE, print_unsqueeze}, {OP_SLICE, print_slice},
    {OP_INSERT, print_insert}, {OP_ARANGE, print_arange},       {OP_INDEX, print_index},
    {OP_ATEN, print_aten},     {OP_INDEX_PUT, print_index_put}, {OP_DIAGONAL, print_diagonal},
};

static int printer_of(IrOp op) {
    for (int i = 0; i < (int)COUNT_OF(printers); i++)
        if (printers[i].op == op)
            return i;
    return -1;
}

const char *graph_text_missing(void) {
    for (IrOp op = 0; op < OP_COUNT; op++) {
        IrClass cls = ir_op_info[op].cls;
        bool outside = cls == CLS_LEAF || cls == CLS_FLOW || cls == CLS_EFFECT || op == OP_CALL;
        if (!outside && !templates[op] && printer_of(op) < 0)
            return ir_op_info[op].name;
    }
    return NULL;
}

bool graph_has_text(const IrNode *node) {
    if ((node->op == OP_INDEX || node->op == OP_INDEX_PUT) && !is_naturally_placed(node))
        return false;
    int64_t step;
    for (uint32_t d = 0; d < node->int_count && (node->op == OP_SLICE || node->op == OP_INSERT); d++)
        if (!sh_is_const(node->exprs[2 * d + 1], &step) || (step < 0 && node->op == OP_INSERT))
            return false;
    if (ir_op_info[node->op].cls == CLS_CREATE && node->type.flat)
        return false;
    return node->op == OP_ATEN ? strncmp(node->text, "aten::", 6) == 0
                               : node->op != OP_CALL && (templates[node->op] || printer_of(node->op) >= 0);
}

/* ---- functions --------------------------------------------------------------------------------------------------- */
static Str node_name(const IrNode *node) {
    if (node->op == OP_INPUT)
        return node->parent->graph->inputs.data[node->ints[0]].name;
    Str assigned = names_assigned(node->span);
    return assigned ? assigned : node->op == OP_PARAM ? str_of("state") : str_of(ir_op_info[node->op].name);
}

void graph_printer_init(GraphPrinter *p, const GraphCall *call, Arena *arena) {
    static const char *const words[] = {"torch",  "None",   "True", "False", "and",    "as",       "assert",  "async",
                                        "await",  "class",  "def",  "del",   "elif",   "except",   "finally", "from",
                                        "global", "import", "in",   "is",    "lambda", "nonlocal", "not",     "or",
                                        "pass",   "raise",  "try",  "with",  "yield",  "min",      "max"};
    *p = (GraphPrinter){.call = call};
    names_init(&p->names, arena);
    p->names.is_c = false; /* words of Python, not of C */
    map_init(&p->values, arena);
    map_init(&p->used, arena);
    for (size_t i = 0; i < COUNT_OF(words); i++)
        names_take(&p->names, str_of(words[i]));
    for (uint32_t i = 0; i < call->inputs.len; i++) {
        const IrNode *node = call->inputs.data[i];
        map_put(&p->values, MAP_KEY(node), (void *)names_unique(&p->names, node_name(node)));
    }
    for (uint32_t i = 0; i < call->symbols.len; i++)
        map_put(&p->values, MAP_KEY(call->symbols.data[i]),
                (void *)names_unique(&p->names, call->symbols.data[i]->name));
}

void graph_print_node(Buf *out, GraphPrinter *p, const IrNode *node) {
    int special = printer_of(node->op);
    Buf value = {0};
    if (special >= 0)
        printers[special].print(&value, p, node);
    else
        print_template(&value, p, node, templates[node->op]);
    Str name = names_unique(&p->names, node_name(node));
    map_put(&p->values, MAP_KEY(node), (void *)name);
    buf_printf(out, "%s = %s", name, value.data);
    buf_free(&value);
}

static void print_type(Buf *out, GraphPrinter *p, const IrNode *node) {
    static const char *const kinds[] = {[IRT_INT] = "int", [IRT_FLOAT] = "float", [IRT_BOOL] = "bool"};
    if (node->type.kind != IRT_TENSOR) {
        buf_puts(out, kinds[node->type.kind]);
        return;
    }
    buf_puts(out, dtype_info[node->type.dtype].short_name);
    if (node->type.flat) {
        buf_puts(out, "[...]");
        return;
    }
    for (int d = 0; d < node->type.rank; d++) /* names of symbols: a parameter's sizes need not be parameters */
        buf_puts(out, d ? ", " : "["), sh_print(out, node->type.shape[d]);
    buf_puts(out, node->type.rank ? "]" : "[]");
    (void)p;
}

static void print_signature(Buf *out, GraphPrinter *p) {
    const GraphCall *call = p->call;
    buf_printf(out, "def %s(", call->name);
    for (uint32_t i = 0; i < call->inputs.len; i++)
        buf_printf(out, "%s%s", i ? ", " : "", (const char *)map_get(&p->values, MAP_KEY(call->inputs.data[i])));
    for (uint32_t i = 0; i < call->symbols.len; i++)
        buf_printf(out, "%s%s", i || call->inputs.len ? ", " : "",
                   (const char *)map_get(&p->values, MAP_KEY(call->symbols.data[i])));
    buf_puts(out, "):\n    \"\"\"");
    for (uint32_t i = 0; i < call->inputs.len; i++) {
        buf_printf(out, "%s%s: ", i ? ", " : "", (const char *)map_get(&p->values, MAP_KEY(call->inputs.data[i])));
        print_type(out, p, call->inputs.data[i]);
    }
    buf_puts(out, "\"\"\"\n");
}

void graph_print(Buf *out, const GraphCall *call) {
    Arena *arena = arena_new();
    GraphPrinter p;
    graph_printer_init(&p, call, arena);
    print_signature(out, &p);
    for (uint32_t i = 0; i < call->nodes.len; i++) {
        const IrNode *node = call->nodes.data[i];
        buf_puts(out, "    ");
        graph_print_node(out, &p, node);
        if (node->span.file)
            buf_printf(out, "  # %s:%u", node->span.file->display, span_line(node->span));
        buf_putc(out, '\n');
    }
    buf_puts(out, "    return (");
    for (uint32_t i = 0; i < call->outputs.len; i++)
        buf_printf(out, "%s%s", i ? " " : "",
                   str_format("%s,", (const char *)map_get(&p.values, MAP_KEY(call->outputs.data[i]))));
    buf_puts(out, ")\n");
    arena_free(arena);
}
