/* The AST's tables: names of kinds, their fields, the texts of operators; walking and dumping that treat all kinds
 * alike. */
#include "parser/ast.h"

#include <string.h>

static const char *const kind_names[AST_KIND_COUNT] = {
#define AST(kind, fields) [AST_##kind] = #kind,
#define AST0(kind) [AST_##kind] = #kind,
#include "parser/ast.def"
};

const char *ast_kind_name(AstKind kind) { return kind_names[kind]; }

#define FIELD(kind, field, type, enum_type) {#field, type, enum_type, offsetof(AstNode, u.kind.field)},
static const struct {
    const AstField *fields; /* the last one has no name */
} kind_fields[AST_KIND_COUNT] = {
#define AST(kind, rows) [AST_##kind] = {(const AstField[]){rows{NULL, AST_FIELD_NODE, NULL, 0}}},
#define NODE(kind, field) FIELD(kind, field, AST_FIELD_NODE, NULL)
#define OPT(kind, field) FIELD(kind, field, AST_FIELD_OPT, NULL)
#define LIST(kind, field) FIELD(kind, field, AST_FIELD_LIST, NULL)
#define BODY(kind, field) FIELD(kind, field, AST_FIELD_BODY, NULL)
#define HOLES(kind, field) FIELD(kind, field, AST_FIELD_HOLES, NULL)
#define IDENT(kind, field) FIELD(kind, field, AST_FIELD_IDENT, NULL)
#define NAME(kind, field) FIELD(kind, field, AST_FIELD_NAME, NULL)
#define NAMES(kind, field) FIELD(kind, field, AST_FIELD_NAMES, NULL)
#define INT(kind, field) FIELD(kind, field, AST_FIELD_INT, NULL)
#define ENUM(kind, type, field) FIELD(kind, field, AST_FIELD_ENUM, #type)
#define CMPS(kind, field) FIELD(kind, field, AST_FIELD_CMPS, NULL)
#define CONST(kind, field) FIELD(kind, field, AST_FIELD_CONST, NULL)
#define SPAN(kind, field) FIELD(kind, field, AST_FIELD_SPAN, NULL)
#include "parser/ast.def"
};

const AstField *ast_fields(AstKind kind, uint32_t *count) {
    const AstField *fields = kind_fields[kind].fields;
    *count = 0;
    while (fields && fields[*count].name)
        ++*count;
    return fields;
}

const AstList *ast_body(const AstNode *function) {
    AstBody *body = (AstBody *)&function->u.FunctionDef.body; /* AsyncFunctionDef has the same layout */
    const AstDeferred *deferred = body->deferred;
    body->deferred = NULL;
    if (deferred)
        body->made = deferred->make(deferred);
    return &body->made;
}

const AstList *ast_loop_body(const AstNode *loop) {
    return loop->kind == AST_For ? &loop->u.For.body : &loop->u.While.body;
}

const AstList *ast_loop_orelse(const AstNode *loop) {
    return loop->kind == AST_For ? &loop->u.For.orelse : &loop->u.While.orelse;
}

AstNode *ast_new(Arena *arena, AstKind kind, Span span) {
    AstNode *node = arena_new_of(arena, AstNode);
    node->kind = kind;
    node->span = span;
    return node;
}

AstList ast_list_of(Arena *arena, AstNode *first, AstNode *second) {
    AstNode *const nodes[] = {first, second};
    uint32_t count = second ? 2 : first ? 1 : 0;
    return (AstList){.items = arena_copy(arena, nodes, count * sizeof *nodes), .len = count};
}

static const void *field_of(const AstNode *node, const AstField *field) {
    return field->type == AST_FIELD_BODY ? (const char *)ast_body(node) : (const char *)node + field->offset;
}

Str ast_last_name(const AstNode *node) {
    return node->kind == AST_Name ? node->u.Name.id : node->kind == AST_Attribute ? node->u.Attribute.attr : NULL;
}

bool ast_is_main_guard(const AstNode *node) {
    const AstNode *test = node->kind == AST_If ? node->u.If.test : NULL;
    return test && test->kind == AST_Compare && test->u.Compare.left->kind == AST_Name &&
           strcmp(test->u.Compare.left->u.Name.id, "__name__") == 0;
}

Str ast_captured_name(const AstNode *node) {
    switch (node->kind) {
    case AST_MatchAs:
        return node->u.MatchAs.name;
    case AST_MatchStar:
        return node->u.MatchStar.name;
    case AST_MatchMapping:
        return node->u.MatchMapping.rest;
    default:
        return NULL;
    }
}

void ast_each_child(const AstNode *node, void (*visit)(AstNode *child, void *data), void *data) {
    uint32_t count;
    const AstField *fields = ast_fields(node->kind, &count);
    for (uint32_t i = 0; i < count; i++) {
        const void *place = field_of(node, &fields[i]);
        if (fields[i].type == AST_FIELD_NODE || fields[i].type == AST_FIELD_OPT) {
            AstNode *child = *(AstNode *const *)place;
            if (child)
                visit(child, data);
        } else if (fields[i].type == AST_FIELD_LIST || fields[i].type == AST_FIELD_HOLES ||
                   fields[i].type == AST_FIELD_BODY) {
            const AstList *list = place;
            for (uint32_t j = 0; j < list->len; j++)
                if (list->items[j])
                    visit(list->items[j], data);
        }
    }
}

/* ---- operators ---- */

static const struct {
    const char *text, *name;
} operators[] =
    {
        [AST_Add] = {"+", "Add"},
        [AST_Sub] = {"-", "Sub"},
        [AST_Mult] = {"*", "Mult"},
        [AST_MatMult] = {"@", "MatMult"},
        [AST_Div] = {"/", "Div"},
        [AST_Mod] = {"%", "Mod"},
        [AST_Pow] = {"**", "Pow"},
        [AST_LShift] = {"<<", "LShift"},
        [AST_RShift] = {">>", "RShift"},
        [AST_BitOr] = {"|", "BitOr"},
        [AST_BitXor] = {"^", "BitXor"},
        [AST_BitAnd] = {"&", "BitAnd"},
        [AST_FloorDiv] = {"//", "FloorDiv"},
},
  comparisons[] =
      {
          [AST_Eq] = {"==", "Eq"}, [AST_NotEq] = {"!=", "NotEq"},
          [AST_Lt] = {"<", "Lt"},  [AST_LtE] = {"<=", "LtE"},
          [AST_Gt] = {">", "Gt"},  [AST_GtE] = {">=", "GtE"},
          [AST_Is] = {"is", "Is"}, [AST_IsNot] = {"is not", "IsNot"},
          [AST_In] = {"in", "In"}, [AST_NotIn] = {"not in", "NotIn"},
},
  unaries[] = {
      [AST_Invert] = {"~", "Invert"},
      [AST_Not] = {"not ", "Not"},
      [AST_UAdd] = {"+", "UAdd"},
      [AST_USub] = {"-", "USub"},
};

const char *ast_operator_text(AstOperator op) { return operators[op].text; }
const char *ast_cmp_text(AstCmpOp op) { return comparisons[op].text; }
const char *ast_unary_text(AstUnaryOp op) { return unaries[op].text; }

/* ---- dump ---- */

static void dump_string(Buf *out, Str text, bool bytes) {
    buf_puts(out, bytes ? "b'" : "'");
    for (size_t i = 0; i < str_len(text); i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '\\' || c == '\'')
            buf_printf(out, "\\%c", c);
        else if (c == '\n')
            buf_puts(out, "\\n");
        else if (c < 0x20 || c == 0x7F || (bytes && c >= 0x80))
            buf_printf(out, "\\x%02x", c);
        else
            buf_putc(out, (char)c);
    }
    buf_putc(out, '\'');
}

static void dump_constant(Buf *out, const AstConstant *value) {
    switch (value->kind) {
    case AST_CONST_NONE:
        buf_puts(out, "None");
        break;
    case AST_CONST_BOOL:
        buf_puts(out, value->boolean ? "True" : "False");
        break;
    case AST_CONST_ELLIPSIS:
        buf_puts(out, "Ellipsis");
        break;
    case AST_CONST_INT:
        if (value->fits_int64)
            buf_printf(out, "%lld", (long long)value->integer);
        else
            buf_puts(out, value->digits);
        break;
    case AST_CONST_FLOAT:
        buf_printf(out, "%.17g", value->real);
        break;
    case AST_CONST_COMPLEX:
        buf_printf(out, "%.17gj", value->real);
        break;
    case AST_CONST_STR:
        dump_string(out, value->text, false);
        break;
    case AST_CONST_BYTES:
        dump_string(out, value->text, true);
        break;
    }
}

static void dump_list(Buf *out, const AstList *list) {
    buf_putc(out, '[');
    for (uint32_t i = 0; i < list->len; i++) {
        buf_puts(out, i ? ", " : "");
        if (list->items[i])
            ast_dump(out, list->items[i]);
        else
            buf_puts(out, "None");
    }
    buf_putc(out, ']');
}

static const char *enum_name(const char *type, const void *place) {
    static const char *const contexts[] = {"Load", "Store", "Del"};
    if (strcmp(type, "AstOperator") == 0)
        return operators[*(const AstOperator *)place].name;
    if (strcmp(type, "AstUnaryOp") == 0)
        return unaries[*(const AstUnaryOp *)place].name;
    if (strcmp(type, "AstBoolOp") == 0)
        return *(const AstBoolOp *)place == AST_And ? "And" : "Or";
    return contexts[*(const AstContext *)place];
}

static void dump_field(Buf *out, const AstNode *node, const AstField *field) {
    const void *place = field_of(node, field);
    switch (field->type) {
    case AST_FIELD_NODE:
    case AST_FIELD_OPT:
        ast_dump(out, *(AstNode *const *)place);
        break;
    case AST_FIELD_LIST:
    case AST_FIELD_BODY:
    case AST_FIELD_HOLES:
        dump_list(out, place);
        break;
    case AST_FIELD_IDENT:
    case AST_FIELD_NAME:
        dump_string(out, *(const Str *)place, false);
        break;
    case AST_FIELD_NAMES: {
        const AstNames *names = place;
        buf_putc(out, '[');
        for (uint32_t i = 0; i < names->len; i++) {
            buf_puts(out, i ? ", " : "");
            dump_string(out, names->items[i], false);
        }
        buf_putc(out, ']');
        break;
    }
    case AST_FIELD_INT:
        buf_printf(out, "%d", (int)*(const int32_t *)place);
        break;
    case AST_FIELD_ENUM:
        buf_printf(out, "%s()", enum_name(field->enum_type, place));
        break;
    case AST_FIELD_CMPS:
        buf_putc(out, '[');
        for (uint32_t i = 0; i < node->u.Compare.comparators.len; i++)
            buf_printf(out, "%s%s()", i ? ", " : "", comparisons[node->u.Compare.ops[i]].name);
        buf_putc(out, ']');
        break;
    case AST_FIELD_CONST:
        dump_constant(out, place);
        break;
    case AST_FIELD_SPAN:
        break;
    }
}

void ast_dump(Buf *out, const AstNode *node) {
    uint32_t count;
    const AstField *fields = ast_fields(node->kind, &count);
    buf_printf(out, "%s(", kind_names[node->kind]);
    bool first = true;
    for (uint32_t i = 0; i < count; i++) {
        bool absent = (fields[i].type == AST_FIELD_OPT || fields[i].type == AST_FIELD_NAME) &&
                      !*(void *const *)field_of(node, &fields[i]);
        if (absent || fields[i].type == AST_FIELD_SPAN)
            continue;
        buf_printf(out, "%s%s=", first ? "" : ", ", fields[i].name);
        dump_field(out, node, &fields[i]);
        first = false;
    }
    buf_putc(out, ')');
}
