/* Graph IR as text. ir_parse.c reads it back.
 *
 *   graph NAME (SYMBOL, ...)              symbols: "N", "M in 1..", "K in 2..64", "n in .. = int @arg:1:n", "T ~ 128"
 *     %0 = input 0 x : f32[N, M]{M, 1}    strides in braces unless row-major; "@..." where the source is not argument 0
 *     %1 = input 1 y : f32<1>[n]          a member of flat group 1
 *     %2 = const 2.0 : float
 *     %3 = size N*M : int
 *     %4 = sum %0 {dims = [1]} : f32[N]   attributes: dims, exprs, text, args
 *     %5 = if %9                          FLOW nodes: their regions follow
 *       region (%6 : int) {
 *         yield %6
 *       }
 *     %7 = result %5 {dims = [0]} : int
 *     return %3, %4 -> ($0, [$1, 1.5])    operands, then the tree over them
 *
 * Nodes are numbered in the order of the text, whatever their ids. */
#include "analysis/ir_text.h"

#include <inttypes.h>

typedef struct Printer {
    Buf *out;
    const IrGraph *graph;
    bool spans;
    Map numbers; /* IrNode -> its number + 1 */
} Printer;

static void print_node_name(Printer *p, const IrNode *node) {
    buf_printf(p->out, "%%%u", (unsigned)(uintptr_t)map_get(&p->numbers, MAP_KEY(node)) - 1);
}

static void number_node(Printer *p, const IrNode *node) {
    map_put(&p->numbers, MAP_KEY(node), (void *)(uintptr_t)(p->numbers.len + 1));
}

static void number_region(Printer *p, const IrRegion *region) {
    for (uint32_t i = 0; i < region->params.len; i++)
        number_node(p, region->params.data[i]);
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        const IrNode *node = region->nodes.data[i];
        if (ir_is_numbered(node))
            number_node(p, node);
        for (uint32_t k = 0; k < node->region_count; k++)
            number_region(p, node->regions[k]);
    }
}

/* ---- parts ----------------------------------------------------------------------------------------------------- */

static void print_exprs(Printer *p, const ShExpr *const *exprs, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (i)
            buf_puts(p->out, ", ");
        sh_print(p->out, exprs[i]);
    }
}

static void print_type(Printer *p, const IrType *type) {
    if (type->kind != IRT_TENSOR) {
        buf_puts(p->out, ir_kind_words[type->kind]);
        return;
    }
    buf_puts(p->out, dtype_info[type->dtype].short_name);
    if (type->flat)
        buf_printf(p->out, "<%d>", type->flat);
    buf_putc(p->out, '[');
    print_exprs(p, type->shape, (uint32_t)type->rank);
    buf_putc(p->out, ']');
    if (type->strides) {
        buf_putc(p->out, '{');
        print_exprs(p, type->strides, (uint32_t)type->rank);
        buf_putc(p->out, '}');
    }
}

static void print_string(Printer *p, Str text) { constant_print(p->out, &(Constant){.kind = CONST_STR, .s = text}); }

static void print_source(Printer *p, const Source *source) {
    if (source->base)
        print_source(p, source->base);
    buf_printf(p->out, "%c%s:", source->base ? '/' : '@', ir_source_words[source->kind]);
    switch (source->kind) {
    case SRC_ARG:
        buf_printf(p->out, "%" PRId64 ":%s", source->index, source->name);
        break;
    case SRC_GLOBAL:
        buf_printf(p->out, "%s:%s", source->module ? source->module : "", source->name);
        break;
    case SRC_FREE:
    case SRC_ATTR:
    case SRC_PARAM:
        buf_puts(p->out, source->name);
        break;
    case SRC_ITEM_INT:
        buf_printf(p->out, "%" PRId64, source->index);
        break;
    case SRC_ITEM_STR:
        print_string(p, source->name);
        break;
    case SRC_ELEMENT:
        break;
    }
}

static void print_tree(Printer *p, const Tree *tree);

static void print_items(Printer *p, const Tree *tree, const char *open, const char *close) {
    buf_puts(p->out, open);
    for (uint32_t i = 0; i < tree->count; i++) {
        if (i)
            buf_puts(p->out, ", ");
        if (tree->kind == TREE_DICT) {
            constant_print(p->out, &tree->keys[i]);
            buf_puts(p->out, ": ");
        }
        print_tree(p, tree->items[i]);
    }
    if (tree->kind == TREE_TUPLE && tree->count == 1)
        buf_putc(p->out, ',');
    buf_puts(p->out, close);
}

static void print_effect(Printer *p, const Tree *tree) {
    buf_printf(p->out, "%s(", ir_effect_words[tree->effect]);
    print_source(p, tree->object);
    buf_puts(p->out, ", ");
    constant_print(p->out, tree->keys);
    for (uint32_t i = 0; i < tree->count; i++) {
        buf_puts(p->out, ", ");
        print_tree(p, tree->items[i]);
    }
    buf_putc(p->out, ')');
}

static void print_tree(Printer *p, const Tree *tree) {
    if (tree->effect) {
        print_effect(p, tree);
        return;
    }
    if (tree->shared)
        buf_printf(p->out, tree->kind == TREE_SHARED ? "#%d" : "#%d=", tree->shared);
    switch (tree->kind) {
    case TREE_SHARED:
        break;
    case TREE_APPLY:
    case TREE_MADE:
    case TREE_MARKED:
    case TREE_CELL:
    case TREE_FUNCTION:
        buf_puts(p->out, ir_tree_words[tree->kind]);
        print_items(p, tree, "(", ")");
        break;
    case TREE_EFFECTS:
        print_items(p, tree, "effects(", ")");
        break;
    case TREE_LEAF:
        buf_printf(p->out, "$%d", tree->leaf);
        if (tree->versions)
            buf_printf(p->out, "^%u", tree->versions);
        if (tree->counted)
            buf_printf(p->out, "^$%d", tree->counted - 1);
        if (tree->detached)
            buf_puts(p->out, "~");
        if (tree->older)
            buf_puts(p->out, "<");
        if (tree->made)
            buf_printf(p->out, "!%d", (int)tree->made);
        break;
    case TREE_CONST:
        constant_print(p->out, &tree->constant);
        break;
    case TREE_TUPLE:
        print_items(p, tree, "(", ")");
        break;
    case TREE_SIZE:
        print_items(p, tree, "size(", ")");
        break;
    case TREE_LIST:
        print_items(p, tree, "[", "]");
        break;
    case TREE_DICT:
        print_items(p, tree, "{", "}");
        break;
    case TREE_OBJECT:
        print_source(p, tree->object);
        break;
    case TREE_NAMED:
        buf_puts(p->out, "named ");
        if (tree->object) {
            buf_puts(p->out, "of ");
            print_source(p, tree->object);
            buf_puts(p->out, " ");
        } else {
            buf_puts(p->out, tree->name);
        }
        print_items(p, tree, "(", ")");
        break;
    }
}

static void print_aten_arg(Printer *p, const AtenArg *arg) {
    buf_puts(p->out, ir_aten_words[arg->kind]);
    if (arg->optional)
        buf_putc(p->out, '?');
    switch (arg->kind) {
    case ATEN_TENSOR:
        buf_printf(p->out, " $%d", arg->operand);
        break;
    case ATEN_LIST:
        buf_printf(p->out, " %u", arg->count);
        break;
    case ATEN_INT:
    case ATEN_FLOAT:
    case ATEN_BOOL:
    case ATEN_STR:
        buf_putc(p->out, ' ');
        if (arg->kind != ATEN_STR && arg->operand >= 0)
            buf_printf(p->out, "$%d", arg->operand);
        else
            constant_print(p->out, &arg->constant);
        break;
    case ATEN_INTS:
        buf_puts(p->out, " [");
        print_exprs(p, arg->exprs, arg->count);
        buf_putc(p->out, ']');
        break;
    case ATEN_DTYPE:
        buf_printf(p->out, " %s", dtype_info[arg->dtype].short_name);
        break;
    case ATEN_NONE:
        break;
    }
}

/* ---- nodes ----------------------------------------------------------------------------------------------------- */

static void print_attributes(Printer *p, const IrNode *node) {
    const char *before = " {";
    if (node->int_count) {
        buf_printf(p->out, "%sdims = [", before);
        for (uint32_t i = 0; i < node->int_count; i++)
            buf_printf(p->out, "%s%" PRId64, i ? ", " : "", node->ints[i]);
        buf_putc(p->out, ']');
        before = ", ";
    }
    if (node->expr_count) {
        buf_printf(p->out, "%sexprs = [", before);
        print_exprs(p, node->exprs, node->expr_count);
        buf_putc(p->out, ']');
        before = ", ";
    }
    if (node->text) {
        buf_printf(p->out, "%stext = ", before);
        print_string(p, node->text);
        before = ", ";
    }
    if (node->aten_count) {
        buf_printf(p->out, "%sargs = (", before);
        for (uint32_t i = 0; i < node->aten_count; i++) {
            if (i)
                buf_puts(p->out, ", ");
            print_aten_arg(p, &node->aten[i]);
        }
        buf_putc(p->out, ')');
        before = ", ";
    }
    if (before[0] == ',')
        buf_putc(p->out, '}');
}

static void print_const(Printer *p, const IrNode *node) {
    Constant constant = {0};
    if (node->type.kind == IRT_FLOAT)
        constant = (Constant){.kind = CONST_FLOAT, .f = node->number};
    else
        constant = (Constant){.kind = node->type.kind == IRT_BOOL ? CONST_BOOL : CONST_INT, .i = node->ints[0]};
    buf_putc(p->out, ' ');
    constant_print(p->out, &constant);
}

static void print_input(Printer *p, const IrNode *node) {
    const IrInput *input = &p->graph->inputs.data[node->ints[0]];
    buf_printf(p->out, " %" PRId64 " %s", node->ints[0], input->name);
    if (input->source && input->source != source_arg((int)node->ints[0], input->name)) {
        buf_putc(p->out, ' ');
        print_source(p, input->source);
    }
}

static void print_region(Printer *p, const IrRegion *region, int indent);

static void print_operands(Printer *p, const IrNode *node) {
    for (uint32_t i = 0; i < node->input_count; i++) {
        buf_puts(p->out, i ? ", " : " ");
        print_node_name(p, node->inputs[i]);
    }
}

static void print_node(Printer *p, const IrNode *node, int indent) {
    buf_printf(p->out, "%*s", indent, "");
    if (ir_is_numbered(node)) {
        print_node_name(p, node);
        buf_puts(p->out, " = ");
    }
    buf_puts(p->out, ir_op_info[node->op].name);
    print_operands(p, node);
    if (node->op == OP_CONST) {
        print_const(p, node);
    } else if (node->op == OP_INPUT) {
        print_input(p, node);
    } else if (node->op == OP_SIZE) {
        buf_putc(p->out, ' ');
        sh_print(p->out, node->exprs[0]);
    } else {
        print_attributes(p, node);
    }
    if (node->type.kind != IRT_NONE) {
        buf_puts(p->out, " : ");
        print_type(p, &node->type);
    }
    if (node->tree) {
        buf_puts(p->out, " -> ");
        print_tree(p, node->tree);
    }
    if (p->spans && node->span.file)
        buf_printf(p->out, "  ; %s:%u:%u", node->span.file->display, span_line(node->span), span_column(node->span));
    buf_putc(p->out, '\n');
    for (uint32_t i = 0; i < node->region_count; i++) {
        buf_printf(p->out, "%*sregion (", indent + 2, "");
        for (uint32_t k = 0; k < node->regions[i]->params.len; k++) {
            const IrNode *param = node->regions[i]->params.data[k];
            if (k)
                buf_puts(p->out, ", ");
            print_node_name(p, param);
            buf_puts(p->out, " : ");
            print_type(p, &param->type);
        }
        buf_puts(p->out, ") {\n");
        print_region(p, node->regions[i], indent + 4);
        buf_printf(p->out, "%*s}\n", indent + 2, "");
    }
}

static void print_region(Printer *p, const IrRegion *region, int indent) {
    for (uint32_t i = 0; i < region->nodes.len; i++)
        print_node(p, region->nodes.data[i], indent);
}

/* ---- symbols --------------------------------------------------------------------------------------------------- */

typedef struct Symbols {
    Arena *arena;
    Map seen;
    VEC(const ShSymbol *) list; /* sorted by id */
} Symbols;

static void add_symbol(void *env, const ShSymbol *symbol) {
    Symbols *symbols = env;
    uint32_t at;
    if (map_has(&symbols->seen, MAP_KEY(symbol)))
        return;
    map_put(&symbols->seen, MAP_KEY(symbol), symbols);
    if (symbol->origin_kind == SH_FROM_SUM)
        sh_visit_symbols(symbol->origin, add_symbol, env);
    at = symbols->list.len;
    while (at > 0 && symbols->list.data[at - 1]->id >= symbol->id)
        at--;
    vec_push(symbols->arena, &symbols->list, symbol);
    for (uint32_t i = symbols->list.len - 1; i > at; i--)
        symbols->list.data[i] = symbols->list.data[i - 1];
    symbols->list.data[at] = symbol;
}

static void add_exprs(Symbols *symbols, const ShExpr *const *exprs, uint32_t count) {
    for (uint32_t i = 0; exprs && i < count; i++)
        sh_visit_symbols(exprs[i], add_symbol, symbols);
}

static void add_type(Symbols *symbols, const IrType *type) {
    add_exprs(symbols, type->shape, (uint32_t)type->rank);
    add_exprs(symbols, type->strides, (uint32_t)type->rank);
}

static void collect_symbols(Symbols *symbols, const IrRegion *region) {
    for (uint32_t i = 0; i < region->params.len; i++)
        add_type(symbols, &region->params.data[i]->type);
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        const IrNode *node = region->nodes.data[i];
        add_type(symbols, &node->type);
        add_exprs(symbols, node->exprs, node->expr_count);
        for (uint32_t k = 0; k < node->aten_count; k++)
            if (node->aten[k].kind == ATEN_INTS)
                add_exprs(symbols, node->aten[k].exprs, node->aten[k].count);
        for (uint32_t k = 0; k < node->region_count; k++)
            collect_symbols(symbols, node->regions[k]);
    }
}

/* Is the symbol's origin what the parser takes for it when nothing is said? */
static bool has_usual_origin(const IrGraph *graph, const ShSymbol *symbol) {
    for (uint32_t i = 0; i < graph->inputs.len; i++) {
        const IrInput *input = &graph->inputs.data[i];
        for (int dim = 0; dim < input->node->type.rank; dim++)
            if (ir_input_defines(input, dim, symbol))
                return symbol->origin == input->source && symbol->index == dim &&
                       symbol->origin_kind == (input->node->type.flat ? SH_FROM_NUMEL : SH_FROM_DIM);
    }
    return false;
}

static void print_symbol(Printer *p, const ShSymbol *symbol) {
    buf_puts(p->out, symbol->name);
    if (symbol->lo != 0 || symbol->hi != INT64_MAX) {
        buf_puts(p->out, " in ");
        if (symbol->lo != INT64_MIN)
            buf_printf(p->out, "%" PRId64, symbol->lo);
        buf_puts(p->out, "..");
        if (symbol->hi != INT64_MAX)
            buf_printf(p->out, "%" PRId64, symbol->hi);
    }
    if (symbol->hint >= 0)
        buf_printf(p->out, " ~ %" PRId64, symbol->hint);
    if (!symbol->origin || has_usual_origin(p->graph, symbol) ||
        (symbol->origin_kind == SH_FROM_NODE && !map_has(&p->numbers, MAP_KEY(symbol->origin))))
        return;
    buf_printf(p->out, " = %s ", ir_origin_words[symbol->origin_kind]);
    if (ir_origin_has_index(symbol->origin_kind) || (symbol->origin_kind == SH_FROM_NODE && symbol->index))
        buf_printf(p->out, "%d ", symbol->index);
    if (symbol->origin_kind == SH_FROM_NODE)
        print_node_name(p, symbol->origin);
    else if (symbol->origin_kind == SH_FROM_SUM)
        sh_print(p->out, symbol->origin);
    else
        print_source(p, symbol->origin);
}

void ir_print(Buf *out, const IrGraph *graph, bool spans) {
    Arena *scratch = arena_new();
    Printer p = {.out = out, .graph = graph, .spans = spans};
    Symbols symbols = {.arena = scratch};
    map_init(&p.numbers, scratch);
    map_init(&symbols.seen, scratch);
    number_region(&p, graph->body);
    collect_symbols(&symbols, graph->body);
    buf_printf(out, "graph %s (", graph->name);
    for (uint32_t i = 0; i < symbols.list.len; i++) {
        if (i)
            buf_puts(out, ", ");
        print_symbol(&p, symbols.list.data[i]);
    }
    buf_puts(out, ")\n");
    print_region(&p, graph->body, 2);
    arena_free(scratch);
}
