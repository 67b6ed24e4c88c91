/* Graph IR from text, in the form that ir_print.c describes. White space and line ends separate tokens and mean nothing
 * else; a comment runs from ';' to the end of the line. Symbols may be left out of the header's list: they are sizes
 * then. A symbol without an origin comes from the first input whose size it is.
 *
 * The first error ends parsing with "line N: what was expected"; the graph is not checked beyond that (ir_verify does).
 */
#include "analysis/ir_text.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

typedef struct Pending { /* a symbol whose origin is a node that comes later in the text */
    ShSymbol *symbol;
    int64_t number;
} Pending;

typedef struct Parser {
    Arena *arena;
    IrGraph *graph;
    const char *begin, *at, *end;
    jmp_buf failed;
    const char *error;
    Map symbols; /* Str -> const ShExpr * */
    Map nodes;   /* number -> IrNode */
    VEC(Pending) pending;
    int depth;
} Parser;

enum { MAX_DEPTH = 100 };

/* ---- tokens ---------------------------------------------------------------------------------------------------- */

NORETURN static void fail(Parser *p, const char *expected) {
    unsigned line = 1;
    for (const char *c = p->begin; c < p->at; c++)
        line += *c == '\n';
    p->error = arena_printf(p->arena, "line %u: expected %s", line, expected);
    longjmp(p->failed, 1);
}

static void skip_space(Parser *p) {
    while (p->at < p->end) {
        if (*p->at == ';')
            while (p->at < p->end && *p->at != '\n')
                p->at++;
        else if (*p->at == ' ' || *p->at == '\n' || *p->at == '\t' || *p->at == '\r')
            p->at++;
        else
            return;
    }
}

static bool accept(Parser *p, const char *token) {
    skip_space(p);
    size_t len = strlen(token);
    if ((size_t)(p->end - p->at) < len || memcmp(p->at, token, len) != 0)
        return false;
    p->at += len;
    return true;
}

static void expect(Parser *p, const char *token) {
    if (!accept(p, token))
        fail(p, arena_printf(p->arena, "'%s'", token));
}

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9');
}

/* A run of letters, digits and the characters in `also`; empty where there is none. */
static Str word(Parser *p, const char *also) {
    const char *start = p->at;
    while (p->at < p->end && (is_word(*p->at) || (*p->at && strchr(also, *p->at))))
        p->at++;
    return str_intern(start, (size_t)(p->at - start));
}

static Str expect_word(Parser *p, const char *what) {
    skip_space(p);
    Str name = word(p, "");
    if (str_len(name) == 0)
        fail(p, what);
    return name;
}

/* The word as an index into a table of words. */
static int word_index(Parser *p, Str name, const char *const *words, size_t count, const char *what) {
    for (size_t i = 0; i < count; i++)
        if (words[i] && strcmp(words[i], name) == 0)
            return (int)i;
    fail(p, what);
}

static int64_t integer(Parser *p) {
    skip_space(p);
    bool negative = p->at < p->end && *p->at == '-';
    const char *digits = p->at + negative;
    uint64_t value = 0, limit = (uint64_t)INT64_MAX + negative;
    const char *c = digits;
    for (; c < p->end && *c >= '0' && *c <= '9'; c++) {
        uint64_t digit = (uint64_t)(*c - '0');
        if (value > (limit - digit) / 10)
            fail(p, "an integer of 64 bits");
        value = value * 10 + digit;
    }
    if (c == digits)
        fail(p, "an integer");
    p->at = c;
    return negative ? (int64_t)-value : (int64_t)value;
}

static int small_integer(Parser *p) {
    int64_t value = integer(p);
    if (value < 0 || value > INT32_MAX)
        fail(p, "a small integer");
    return (int)value;
}

static Str string(Parser *p) {
    skip_space(p);
    char quote = p->at < p->end ? *p->at : '\0';
    if (quote != '\'' && quote != '"')
        fail(p, "a string");
    Buf text = {0};
    p->at++;
    while (p->at < p->end && *p->at != quote) {
        char c = *p->at++;
        if (c == '\\' && p->at < p->end) {
            c = *p->at++;
            if (c == 'x' && p->end - p->at >= 2) {
                char hex[3] = {p->at[0], p->at[1], '\0'};
                c = (char)strtol(hex, NULL, 16);
                p->at += 2;
            } else {
                c = c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
            }
        }
        buf_putc(&text, c);
    }
    Str interned = str_intern(text.len ? text.data : "", text.len);
    buf_free(&text);
    expect(p, quote == '"' ? "\"" : "'");
    return interned;
}

static Constant constant(Parser *p) {
    skip_space(p);
    if (p->at < p->end && (*p->at == '\'' || *p->at == '"'))
        return (Constant){.kind = CONST_STR, .s = string(p)};
    const char *start = p->at;
    Str text = word(p, ".+-");
    static const struct {
        const char *word;
        Constant constant;
    } words[] = {
        {"None", {.kind = CONST_NONE}},
        {"True", {.kind = CONST_BOOL, .i = 1}},
        {"False", {.kind = CONST_BOOL}},
        {"Ellipsis", {.kind = CONST_ELLIPSIS}},
    };
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (strcmp(words[i].word, text) == 0)
            return words[i].constant;
    if (strspn(text, "-0123456789") == str_len(text)) {
        p->at = start;
        return (Constant){.kind = CONST_INT, .i = integer(p)};
    }
    char *end;
    double value = strtod(text, &end);
    if (*end || end == text) {
        p->at = start;
        fail(p, "a constant");
    }
    return (Constant){.kind = CONST_FLOAT, .f = value};
}

/* ---- expressions and types ------------------------------------------------------------------------------------- */

static const ShExpr *symbol(void *env, const char *name, size_t len) {
    Parser *p = env;
    Str interned = str_intern(name, len);
    const ShExpr *known = map_get(&p->symbols, MAP_KEY(interned));
    if (known)
        return known;
    known = sh_symbol(p->graph->shapes, interned, 0, INT64_MAX, -1, SH_FROM_DIM, NULL, 0);
    map_put(&p->symbols, MAP_KEY(interned), (void *)(uintptr_t)known);
    return known;
}

/* An expression: up to one of the `stops` outside parentheses. */
static const ShExpr *expression(Parser *p, const char *stops) {
    skip_space(p);
    const char *end = p->at;
    for (int nesting = 0; end < p->end && (nesting > 0 || !strchr(stops, *end)); end++)
        nesting += (*end == '(') - (*end == ')');
    const ShExpr *e = sh_parse(p->graph->shapes, p->at, (size_t)(end - p->at), symbol, p);
    if (!e)
        fail(p, "an integer expression");
    p->at = end;
    return e;
}

typedef VEC(const ShExpr *) Exprs;

static Exprs expressions(Parser *p, const char *open, const char *close) {
    Exprs exprs = {0};
    char stops[3] = {',', close[0], '\0'};
    expect(p, open);
    if (accept(p, close))
        return exprs;
    do
        vec_push(p->arena, &exprs, expression(p, stops));
    while (accept(p, ","));
    expect(p, close);
    return exprs;
}

static DType dtype(Parser *p, Str name) {
    DType d = dtype_by_short_name(name);
    if (d == DT_NONE)
        fail(p, "a type");
    return d;
}

static IrType type(Parser *p) {
    Str name = expect_word(p, "a type");
    for (int kind = 0; kind < (int)COUNT_OF(ir_kind_words); kind++)
        if (ir_kind_words[kind] && strcmp(ir_kind_words[kind], name) == 0)
            return ir_scalar_type((IrKind)kind);
    DType d = dtype(p, name);
    int flat = 0;
    if (accept(p, "<")) {
        flat = small_integer(p);
        expect(p, ">");
    }
    Exprs shape = expressions(p, "[", "]");
    if (shape.len > IR_MAX_RANK)
        fail(p, "at most 12 dimensions");
    Exprs strides = {0};
    skip_space(p);
    bool strided = p->at < p->end && *p->at == '{';
    if (strided)
        strides = expressions(p, "{", "}");
    if (strided && strides.len != shape.len)
        fail(p, "as many strides as sizes");
    IrType t = ir_tensor_type(p->graph, d, (int)shape.len, shape.data, strided ? strides.data : NULL);
    t.flat = flat;
    return t;
}

/* ---- sources, trees, arguments --------------------------------------------------------------------------------- */

static const Source *source_step(Parser *p, const Source *base) {
    skip_space(p);
    Str kind_word = word(p, "");
    SourceKind kind = (SourceKind)word_index(p, kind_word, ir_source_words, COUNT_OF(ir_source_words), "a source");
    expect(p, ":");
    if ((kind == SRC_ARG || kind == SRC_GLOBAL || kind == SRC_FREE) != !base)
        fail(p, "a source that starts at an argument or a global");
    switch (kind) {
    case SRC_ARG: {
        int index = small_integer(p);
        expect(p, ":");
        return source_arg(index, word(p, ""));
    }
    case SRC_GLOBAL: {
        Str module = word(p, ".");
        expect(p, ":");
        return source_global(str_len(module) ? module : NULL, word(p, ""));
    }
    case SRC_FREE:
        return source_free(word(p, ""));
    case SRC_ATTR:
        return source_attr(base, word(p, ""));
    case SRC_PARAM:
        return source_param(base, word(p, ""));
    case SRC_ITEM_INT:
        return source_item_int(base, integer(p));
    case SRC_ITEM_STR:
        return source_item_str(base, string(p));
    case SRC_ELEMENT:
        return source_element(base);
    }
    fail(p, "a source");
}

static const Source *source(Parser *p) {
    expect(p, "@");
    const Source *result = source_step(p, NULL);
    while (p->at < p->end && *p->at == '/') {
        p->at++;
        result = source_step(p, result);
    }
    return result;
}

static const Tree *tree(Parser *p);

static const Tree *tree_items(Parser *p, TreeKind kind, const char *close) {
    Tree result = {.kind = kind};
    VEC(const Tree *) items = {0};
    VEC(Constant) keys = {0};
    while (!accept(p, close)) {
        if (items.len)
            expect(p, ",");
        if (items.len && accept(p, close))
            break;
        if (kind == TREE_DICT) {
            Constant key = constant(p);
            vec_push(p->arena, &keys, key);
            expect(p, ":");
        }
        const Tree *item = tree(p);
        vec_push(p->arena, &items, item);
    }
    result.count = items.len;
    result.items = items.data;
    result.keys = keys.data;
    return arena_copy(p->arena, &result, sizeof result);
}

static const Tree *named_tree(Parser *p) {
    if (accept(p, "of")) {
        const Source *cls = source(p);
        expect(p, "(");
        Tree *own = arena_copy(p->arena, tree_items(p, TREE_NAMED, ")"), sizeof(Tree));
        own->object = cls;
        return own;
    }
    Str name = expect_word(p, "the name of a tuple's type");
    expect(p, "(");
    Tree *named = arena_copy(p->arena, tree_items(p, TREE_NAMED, ")"), sizeof(Tree));
    named->name = name;
    return named;
}

/* What follows the word of an effect: (object, key, items...) */
static const Tree *effect(Parser *p, EffectKind kind) {
    Tree result = {.kind = TREE_TUPLE, .effect = kind};
    VEC(const Tree *) items = {0};
    expect(p, "(");
    result.object = source(p);
    expect(p, ",");
    Constant key = constant(p);
    result.keys = arena_copy(p->arena, &key, sizeof key);
    while (accept(p, ",")) {
        const Tree *item = tree(p);
        vec_push(p->arena, &items, item);
    }
    expect(p, ")");
    result.count = items.len;
    result.items = items.data;
    return arena_copy(p->arena, &result, sizeof result);
}

/* effects(value, effect, ...), behind the word */
static const Tree *effects(Parser *p) {
    Tree result = {.kind = TREE_EFFECTS};
    VEC(const Tree *) items = {0};
    expect(p, "(");
    const Tree *item = tree(p);
    vec_push(p->arena, &items, item);
    while (accept(p, ",")) {
        skip_space(p);
        Str name = expect_word(p, "an effect");
        item = effect(p, (EffectKind)word_index(p, name, ir_effect_words, COUNT_OF(ir_effect_words), "an effect"));
        vec_push(p->arena, &items, item);
    }
    expect(p, ")");
    result.count = items.len;
    result.items = items.data;
    return arena_copy(p->arena, &result, sizeof result);
}

/* #1 or #1=tree, behind the # */
static const Tree *shared_tree(Parser *p) {
    Tree result = {.kind = TREE_SHARED, .shared = small_integer(p)};
    if (accept(p, "=")) {
        int number = result.shared;
        result = *tree(p);
        result.shared = number;
    }
    return arena_copy(p->arena, &result, sizeof result);
}

/* $0, $0^2, $0^$1, $0~ or $0<, behind the $ */
static Tree leaf_tree(Parser *p) {
    Tree leaf = {.kind = TREE_LEAF, .leaf = small_integer(p)};
    if (accept(p, "^")) {
        if (accept(p, "$"))
            leaf.counted = small_integer(p) + 1;
        else
            leaf.versions = (uint32_t)small_integer(p);
    }
    leaf.detached = accept(p, "~");
    leaf.older = accept(p, "<");
    if (accept(p, "!"))
        leaf.made = (TreeMade)small_integer(p);
    return leaf;
}

/* apply(...), made(...), cell(...) or function(...); NULL: it is none of them */
static const Tree *made_tree(Parser *p) {
    for (uint32_t kind = TREE_APPLY; kind <= TREE_FUNCTION; kind++)
        if (accept(p, ir_tree_words[kind])) {
            expect(p, "(");
            return tree_items(p, (TreeKind)kind, ")");
        }
    return NULL;
}

static const Tree *tree(Parser *p) {
    if (++p->depth > MAX_DEPTH)
        fail(p, "less nesting");
    Tree leaf = {0};
    const Tree *result = NULL;
    skip_space(p);
    if (accept(p, "("))
        result = tree_items(p, TREE_TUPLE, ")");
    else if (accept(p, "size("))
        result = tree_items(p, TREE_SIZE, ")");
    else if (accept(p, "named"))
        result = named_tree(p);
    else if (accept(p, "["))
        result = tree_items(p, TREE_LIST, "]");
    else if (accept(p, "{"))
        result = tree_items(p, TREE_DICT, "}");
    else if (accept(p, "effects"))
        result = effects(p);
    else if ((result = made_tree(p)))
        ;
    else if (accept(p, "#"))
        result = shared_tree(p);
    else if (accept(p, "$"))
        leaf = leaf_tree(p);
    else if (p->at < p->end && *p->at == '@')
        leaf = (Tree){.kind = TREE_OBJECT, .object = source(p)};
    else
        leaf = (Tree){.kind = TREE_CONST, .constant = constant(p)};
    p->depth--;
    return result ? result : arena_copy(p->arena, &leaf, sizeof leaf);
}

static AtenArg aten_arg(Parser *p) {
    Str name = expect_word(p, "an argument");
    AtenArg arg = {.operand = -1};
    arg.kind = (AtenKind)word_index(p, name, ir_aten_words, COUNT_OF(ir_aten_words), "the kind of an argument");
    arg.optional = accept(p, "?");
    switch (arg.kind) {
    case ATEN_TENSOR:
        expect(p, "$");
        arg.operand = small_integer(p);
        break;
    case ATEN_LIST:
        arg.count = (uint32_t)small_integer(p);
        break;
    case ATEN_INT:
    case ATEN_FLOAT:
    case ATEN_BOOL:
    case ATEN_STR:
        if (arg.kind != ATEN_STR && accept(p, "$"))
            arg.operand = small_integer(p);
        else
            arg.constant = constant(p);
        break;
    case ATEN_INTS: {
        Exprs exprs = expressions(p, "[", "]");
        arg.count = exprs.len;
        arg.exprs = exprs.data;
        break;
    }
    case ATEN_DTYPE:
        arg.dtype = dtype(p, expect_word(p, "a type"));
        break;
    case ATEN_NONE:
        break;
    }
    return arg;
}

/* ---- nodes ----------------------------------------------------------------------------------------------------- */

static IrNode *operand(Parser *p) {
    int64_t number = integer(p);
    IrNode *node = map_get(&p->nodes, (uint64_t)number);
    if (!node)
        fail(p, "an operand that is defined above");
    return node;
}

static void define(Parser *p, int64_t number, IrNode *node) {
    if (number < 0 || map_has(&p->nodes, (uint64_t)number))
        fail(p, "a number of its own for each node");
    map_put(&p->nodes, (uint64_t)number, node);
}

static void int_list(Parser *p, IrSpec *spec) {
    VEC(int64_t) ints = {0};
    expect(p, "[");
    while (!accept(p, "]")) {
        if (ints.len)
            expect(p, ",");
        int64_t value = integer(p);
        vec_push(p->arena, &ints, value);
    }
    spec->ints = ints.data;
    spec->int_count = ints.len;
}

static void aten_args(Parser *p, IrSpec *spec) {
    VEC(AtenArg) args = {0};
    expect(p, "(");
    while (!accept(p, ")")) {
        if (args.len)
            expect(p, ",");
        AtenArg arg = aten_arg(p);
        vec_push(p->arena, &args, arg);
    }
    spec->aten = args.data;
    spec->aten_count = args.len;
}

static void attributes(Parser *p, IrSpec *spec) {
    do {
        Str name = expect_word(p, "an attribute");
        expect(p, "=");
        if (strcmp(name, "dims") == 0) {
            int_list(p, spec);
        } else if (strcmp(name, "exprs") == 0) {
            Exprs exprs = expressions(p, "[", "]");
            spec->exprs = exprs.data;
            spec->expr_count = exprs.len;
        } else if (strcmp(name, "text") == 0) {
            spec->text = string(p);
        } else if (strcmp(name, "args") == 0) {
            aten_args(p, spec);
        } else {
            fail(p, "the attribute dims, exprs, text or args");
        }
    } while (accept(p, ","));
    expect(p, "}");
}

static IrOp operation(Parser *p) {
    Str name = expect_word(p, "an operation");
    for (int op = 0; op < OP_COUNT; op++)
        if (strcmp(ir_op_info[op].name, name) == 0)
            return (IrOp)op;
    fail(p, "an operation of ops.def");
}

static IrNode *parse_input(Parser *p) {
    int index = small_integer(p);
    if (index != (int)p->graph->inputs.len)
        fail(p, "inputs in order");
    skip_space(p);
    Str name = word(p, "");
    if (str_len(name) == 0)
        name = str_format("arg%d", index);
    skip_space(p);
    const Source *from = p->at < p->end && *p->at == '@' ? source(p) : source_arg(index, name);
    expect(p, ":");
    return ir_input(p->graph, type(p), from, name);
}

/* What follows the name of CONST and SIZE. */
static void leaf_payload(Parser *p, IrSpec *spec) {
    if (spec->op == OP_SIZE) {
        const ShExpr *e = expression(p, ":\n;");
        spec->exprs = arena_copy(p->arena, &e, sizeof(const ShExpr *));
        spec->expr_count = 1;
        return;
    }
    Constant c = constant(p);
    bool integral = c.kind == CONST_INT || c.kind == CONST_BOOL;
    if (!integral && c.kind != CONST_FLOAT)
        fail(p, "a number, True or False");
    spec->type = ir_scalar_type(c.kind == CONST_INT ? IRT_INT : c.kind == CONST_BOOL ? IRT_BOOL : IRT_FLOAT);
    spec->number = c.f;
    if (!integral)
        return;
    spec->ints = arena_copy(p->arena, &c.i, sizeof c.i);
    spec->int_count = 1;
}

static void parse_region(Parser *p, IrRegion *region);

static IrRegion *region_text(Parser *p) {
    IrRegion *region = ir_region_new(p->graph, NULL);
    expect(p, "(");
    while (!accept(p, ")")) {
        if (region->params.len)
            expect(p, ",");
        expect(p, "%");
        int64_t number = integer(p);
        expect(p, ":");
        define(p, number, ir_param(region, type(p)));
    }
    expect(p, "{");
    parse_region(p, region);
    expect(p, "}");
    return region;
}

static IrNode *parse_plain(Parser *p, IrRegion *region, IrOp op) {
    IrSpec spec = {.op = op};
    VEC(IrNode *) inputs = {0};
    VEC(IrRegion *) regions = {0};
    while (inputs.len ? accept(p, ", %") || accept(p, ",%") : accept(p, "%")) {
        IrNode *input = operand(p);
        vec_push(p->arena, &inputs, input);
    }
    if (op == OP_CONST || op == OP_SIZE)
        leaf_payload(p, &spec);
    else if (accept(p, "{"))
        attributes(p, &spec);
    IrKind constant_kind = spec.type.kind;
    if (accept(p, ":"))
        spec.type = type(p);
    if (op == OP_CONST && spec.type.kind != constant_kind)
        fail(p, "a constant of the type that it says");
    if (accept(p, "->"))
        spec.tree = tree(p);
    while (accept(p, "region")) {
        IrRegion *inner = region_text(p);
        vec_push(p->arena, &regions, inner);
    }
    spec.inputs = inputs.data;
    spec.input_count = inputs.len;
    spec.regions = regions.data;
    spec.region_count = regions.len;
    IrNode *node = ir_make(region, &spec);
    vec_push(p->arena, &region->nodes, node);
    return node;
}

static void parse_region(Parser *p, IrRegion *region) {
    if (++p->depth > MAX_DEPTH)
        fail(p, "less nesting");
    for (;;) {
        skip_space(p);
        if (p->at == p->end || *p->at == '}')
            break;
        int64_t number = -1;
        if (accept(p, "%")) {
            number = integer(p);
            expect(p, "=");
        }
        IrOp op = operation(p);
        IrNode *node = op == OP_INPUT ? parse_input(p) : parse_plain(p, region, op);
        if ((number >= 0) != ir_is_numbered(node))
            fail(p, "'%n =' before operations with a result, and before no others");
        if (number >= 0)
            define(p, number, node);
    }
    p->depth--;
}

/* ---- the header ------------------------------------------------------------------------------------------------ */

static bool at_integer(Parser *p) { return p->at < p->end && (*p->at == '-' || (*p->at >= '0' && *p->at <= '9')); }

static void symbol_origin(Parser *p, ShSymbol *target) {
    Str name = expect_word(p, "where the symbol comes from");
    target->origin_kind =
        (ShOriginKind)word_index(p, name, ir_origin_words, COUNT_OF(ir_origin_words), "where the symbol comes from");
    skip_space(p);
    if (ir_origin_has_index(target->origin_kind) || (target->origin_kind == SH_FROM_NODE && at_integer(p)))
        target->index = small_integer(p);
    if (target->origin_kind == SH_FROM_SUM) {
        target->origin = expression(p, ",)");
        return;
    }
    if (target->origin_kind != SH_FROM_NODE) {
        target->origin = source(p);
        return;
    }
    expect(p, "%");
    Pending pending = {target, integer(p)};
    vec_push(p->arena, &p->pending, pending);
}

static void header_symbol(Parser *p) {
    Str name = expect_word(p, "a symbol");
    if (map_has(&p->symbols, MAP_KEY(name)))
        fail(p, "each symbol once");
    ShSymbol *target = (ShSymbol *)(uintptr_t)symbol(p, name, str_len(name))->symbol;
    if (accept(p, "in")) {
        skip_space(p);
        target->lo = at_integer(p) ? integer(p) : INT64_MIN;
        expect(p, "..");
        target->hi = at_integer(p) ? integer(p) : INT64_MAX;
    }
    if (accept(p, "~"))
        target->hint = integer(p);
    if (accept(p, "="))
        symbol_origin(p, target);
}

static void usual_origin(void *env, const ShSymbol *read_only) {
    const IrGraph *graph = env;
    ShSymbol *target = (ShSymbol *)(uintptr_t)read_only;
    for (uint32_t i = 0; i < graph->inputs.len && !target->origin; i++) {
        const IrInput *input = &graph->inputs.data[i];
        for (int dim = 0; dim < input->node->type.rank && !target->origin; dim++)
            if (ir_input_defines(input, dim, target)) {
                target->origin = input->source;
                target->origin_kind = input->node->type.flat ? SH_FROM_NUMEL : SH_FROM_DIM;
                target->index = dim;
            }
    }
}

static void resolve_origins(Parser *p) {
    for (uint32_t i = 0; i < p->pending.len; i++) {
        p->pending.data[i].symbol->origin = map_get(&p->nodes, (uint64_t)p->pending.data[i].number);
        if (!p->pending.data[i].symbol->origin)
            fail(p, "the node that a symbol comes from");
    }
    for (uint32_t i = 0; i < p->symbols.len; i++)
        sh_visit_symbols(p->symbols.values[i], usual_origin, p->graph);
}

/* Flat groups: each stands for its first input. */
static void collect_flat_groups(Parser *p) {
    for (uint32_t i = 0; i < p->graph->inputs.len; i++) {
        int flat = p->graph->inputs.data[i].node->type.flat;
        if (flat == (int)p->graph->flat.len + 1)
            vec_push(p->arena, &p->graph->flat, (int)i);
    }
}

static void parse_graph(Parser *p) {
    expect(p, "graph");
    p->graph->name = expect_word(p, "the name of the graph");
    expect(p, "(");
    while (!accept(p, ")")) {
        if (p->symbols.len)
            expect(p, ",");
        header_symbol(p);
    }
    parse_region(p, p->graph->body);
    if (p->at != p->end)
        fail(p, "the end of the graph");
    resolve_origins(p);
    collect_flat_groups(p);
    ir_reindex(p->graph);
}

IrGraph *ir_parse(Arena *arena, const char *text, size_t len, const char **error) {
    Parser *p = arena_new_of(arena, Parser);
    p->arena = arena;
    p->begin = p->at = text;
    p->end = text + len;
    p->graph = ir_graph_new(arena, sh_context_new(arena), str_of(""), (Span){0});
    map_init(&p->symbols, arena);
    map_init(&p->nodes, arena);
    *error = NULL;
    if (setjmp(p->failed)) {
        *error = p->error;
        return NULL;
    }
    parse_graph(p);
    return p->graph;
}
