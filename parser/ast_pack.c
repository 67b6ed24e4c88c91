/* Trees as bytes: see ast_pack.h. Writing and reading stand side by side for each type of field. */
#include "parser/ast_pack.h"

#include <string.h>

/* ---- numbers and strings ---- */

void pack_number(PackWriter *writer, uint64_t value) {
    for (; value >= 0x80; value >>= 7)
        vec_push(writer->arena, &writer->bytes, (uint8_t)(value | 0x80));
    vec_push(writer->arena, &writer->bytes, (uint8_t)value);
}

uint64_t unpack_number(PackReader *reader) {
    uint64_t value = *reader->at & 0x7f;
    for (unsigned shift = 7; *reader->at++ & 0x80; shift += 7)
        value |= (uint64_t)(*reader->at & 0x7f) << shift;
    return value;
}

/* The sign goes into the lowest bit, so that small numbers stay short. */
static void pack_signed(PackWriter *writer, int64_t value) {
    pack_number(writer, (uint64_t)value << 1 ^ (value < 0 ? UINT64_MAX : 0));
}

static int64_t unpack_signed(PackReader *reader) {
    uint64_t value = unpack_number(reader);
    return (int64_t)(value >> 1 ^ (value & 1 ? UINT64_MAX : 0));
}

void pack_string(PackWriter *writer, Str text) {
    uintptr_t number = text ? (uintptr_t)map_get(&writer->numbers, MAP_KEY(text)) : 0;
    if (text && !number) {
        vec_push(writer->arena, &writer->strings, text);
        number = writer->strings.len;
        map_put(&writer->numbers, MAP_KEY(text), (void *)number);
    }
    pack_number(writer, number);
}

uint32_t *pack_string_ends(const PackWriter *writer, Buf *text) {
    uint32_t *ends = arena_array(writer->arena, uint32_t, writer->strings.len);
    for (uint32_t i = 0; i < writer->strings.len; i++) {
        buf_put(text, writer->strings.data[i], str_len(writer->strings.data[i]));
        ends[i] = (uint32_t)text->len;
    }
    return ends;
}

Str unpack_string(PackReader *reader) {
    const Pack *pack = reader->pack;
    uint64_t number = unpack_number(reader);
    if (!number)
        return NULL;
    Str *known = &pack->interned[number - 1];
    uint32_t begin = number > 1 ? pack->string_ends[number - 2] : 0;
    if (!*known)
        *known = str_intern(pack->text + begin, pack->string_ends[number - 1] - begin);
    return *known;
}

/* ---- fields ---- */

static void pack_span(PackWriter *writer, Span span, uint32_t base) {
    pack_signed(writer, (int64_t)span.begin - base);
    pack_number(writer, span.end - span.begin);
}

static Span unpack_span(PackReader *reader, const SourceFile *file, uint32_t base) {
    Span span = {.file = file, .begin = (uint32_t)(base + unpack_signed(reader))};
    span.end = span.begin + (uint32_t)unpack_number(reader);
    return span;
}

static void pack_constant(PackWriter *writer, const AstConstant *value) {
    uint64_t real;
    memcpy(&real, &value->real, sizeof real);
    pack_number(writer, (uint64_t)value->kind << 5 | (unsigned)value->boolean << 4 | (unsigned)value->fits_int64 << 3 |
                            (unsigned)value->u_prefix << 2 | (unsigned)value->has_surrogates << 1 | value->opaque);
    pack_signed(writer, value->integer);
    pack_number(writer, real);
    pack_string(writer, value->digits);
    pack_string(writer, value->text);
}

static void unpack_constant(PackReader *reader, AstConstant *value) {
    uint64_t flags = unpack_number(reader);
    *value = (AstConstant){.kind = (AstConstKind)(flags >> 5),
                           .boolean = flags >> 4 & 1,
                           .fits_int64 = flags >> 3 & 1,
                           .u_prefix = flags >> 2 & 1,
                           .has_surrogates = flags >> 1 & 1,
                           .opaque = flags & 1};
    value->integer = unpack_signed(reader);
    uint64_t real = unpack_number(reader);
    memcpy(&value->real, &real, sizeof real);
    value->digits = unpack_string(reader);
    value->text = unpack_string(reader);
}

static void pack_child(PackWriter *writer, const AstNode *node, uint32_t base);
static AstNode *unpack_child(PackReader *reader, Arena *arena, const SourceFile *file, uint32_t base);

static void pack_list(PackWriter *writer, const AstList *list, uint32_t base) {
    pack_number(writer, list->len);
    for (uint32_t i = 0; i < list->len; i++)
        pack_child(writer, list->items[i], base);
}

static void unpack_list(PackReader *reader, AstList *list, Arena *arena, const SourceFile *file, uint32_t base) {
    list->len = (uint32_t)unpack_number(reader);
    list->items = list->len ? arena_array(arena, AstNode *, list->len) : NULL;
    for (uint32_t i = 0; i < list->len; i++)
        list->items[i] = unpack_child(reader, arena, file, base);
}

/* A function's statements, behind the number of their bytes: a reader passes them by until they are asked for. */
static void pack_body(PackWriter *writer, const AstList *body, uint32_t base) {
    PackWriter outer = *writer;
    writer->bytes.data = NULL;
    writer->bytes.len = writer->bytes.cap = 0;
    pack_list(writer, body, base);
    const uint8_t *bytes = writer->bytes.data;
    uint32_t count = writer->bytes.len;
    writer->bytes.data = outer.bytes.data;
    writer->bytes.len = outer.bytes.len;
    writer->bytes.cap = outer.bytes.cap;
    pack_number(writer, count);
    for (uint32_t i = 0; i < count; i++)
        vec_push(writer->arena, &writer->bytes, bytes[i]);
}

typedef struct PackedBody {
    AstDeferred deferred;
    PackReader reader;
    Arena *arena;
    const SourceFile *file;
    uint32_t base;
} PackedBody;

static AstList make_packed(const AstDeferred *deferred) {
    PackedBody body = *(const PackedBody *)deferred;
    AstList list;
    unpack_list(&body.reader, &list, body.arena, body.file, body.base);
    return list;
}

static void unpack_body(PackReader *reader, AstBody *body, Arena *arena, const SourceFile *file, uint32_t base) {
    uint64_t bytes = unpack_number(reader);
    PackedBody *packed = arena_new_of(arena, PackedBody);
    *packed = (PackedBody){{make_packed}, *reader, arena, file, base};
    body->deferred = &packed->deferred;
    reader->at += bytes;
}

static void pack_names(PackWriter *writer, const AstNames *names) {
    pack_number(writer, names->len);
    for (uint32_t i = 0; i < names->len; i++)
        pack_string(writer, names->items[i]);
}

static void unpack_names(PackReader *reader, AstNames *names, Arena *arena) {
    names->len = (uint32_t)unpack_number(reader);
    names->items = names->len ? arena_array(arena, Str, names->len) : NULL;
    for (uint32_t i = 0; i < names->len; i++)
        names->items[i] = unpack_string(reader);
}

/* Comparison operators: as many as there are comparators, which come later. */
static void pack_operators(PackWriter *writer, const AstCmpOp *ops, uint32_t count) {
    pack_number(writer, count);
    for (uint32_t i = 0; i < count; i++)
        pack_number(writer, (uint64_t)ops[i]);
}

static AstCmpOp *unpack_operators(PackReader *reader, Arena *arena) {
    uint64_t count = unpack_number(reader);
    AstCmpOp *ops = arena_array(arena, AstCmpOp, count);
    for (uint64_t i = 0; i < count; i++)
        ops[i] = (AstCmpOp)unpack_number(reader);
    return ops;
}

/* ---- nodes ---- */

_Static_assert(sizeof(AstContext) == sizeof(int32_t), "enums are stored like numbers");

static void pack_field(PackWriter *writer, const AstNode *node, const AstField *field) {
    const void *place = (const char *)node + field->offset;
    uint32_t base = node->span.begin;
    switch (field->type) {
    case AST_FIELD_NODE:
    case AST_FIELD_OPT:
        pack_child(writer, *(AstNode *const *)place, base);
        break;
    case AST_FIELD_LIST:
    case AST_FIELD_HOLES:
        pack_list(writer, place, base);
        break;
    case AST_FIELD_BODY:
        pack_body(writer, ast_body(node), base);
        break;
    case AST_FIELD_IDENT:
    case AST_FIELD_NAME:
        pack_string(writer, *(const Str *)place);
        break;
    case AST_FIELD_NAMES:
        pack_names(writer, place);
        break;
    case AST_FIELD_INT:
    case AST_FIELD_ENUM:
        pack_signed(writer, *(const int32_t *)place);
        break;
    case AST_FIELD_CMPS:
        pack_operators(writer, *(AstCmpOp *const *)place, node->u.Compare.comparators.len);
        break;
    case AST_FIELD_CONST:
        pack_constant(writer, place);
        break;
    case AST_FIELD_SPAN:
        pack_span(writer, *(const Span *)place, base);
        break;
    }
}

static void unpack_field(PackReader *reader, AstNode *node, const AstField *field, Arena *arena) {
    void *place = (char *)node + field->offset;
    const SourceFile *file = node->span.file;
    uint32_t base = node->span.begin;
    switch (field->type) {
    case AST_FIELD_NODE:
    case AST_FIELD_OPT:
        *(AstNode **)place = unpack_child(reader, arena, file, base);
        break;
    case AST_FIELD_LIST:
    case AST_FIELD_HOLES:
        unpack_list(reader, place, arena, file, base);
        break;
    case AST_FIELD_BODY:
        unpack_body(reader, place, arena, file, base);
        break;
    case AST_FIELD_IDENT:
    case AST_FIELD_NAME:
        *(Str *)place = unpack_string(reader);
        break;
    case AST_FIELD_NAMES:
        unpack_names(reader, place, arena);
        break;
    case AST_FIELD_INT:
    case AST_FIELD_ENUM:
        *(int32_t *)place = (int32_t)unpack_signed(reader);
        break;
    case AST_FIELD_CMPS:
        *(AstCmpOp **)place = unpack_operators(reader, arena);
        break;
    case AST_FIELD_CONST:
        unpack_constant(reader, place);
        break;
    case AST_FIELD_SPAN:
        *(Span *)place = unpack_span(reader, file, base);
        break;
    }
}

/* A kind is written as its number plus one: 0 is no node. */
static void pack_child(PackWriter *writer, const AstNode *node, uint32_t base) {
    pack_number(writer, node ? (uint64_t)node->kind + 1 : 0);
    if (!node)
        return;
    pack_span(writer, node->span, base);
    uint32_t count;
    const AstField *fields = ast_fields(node->kind, &count);
    for (uint32_t i = 0; i < count; i++)
        pack_field(writer, node, &fields[i]);
}

static AstNode *unpack_child(PackReader *reader, Arena *arena, const SourceFile *file, uint32_t base) {
    uint64_t kind = unpack_number(reader);
    if (!kind)
        return NULL;
    AstNode *node = arena_new_of(arena, AstNode);
    node->kind = (AstKind)(kind - 1);
    node->span = unpack_span(reader, file, base);
    uint32_t count;
    const AstField *fields = ast_fields(node->kind, &count);
    for (uint32_t i = 0; i < count; i++)
        unpack_field(reader, node, &fields[i], arena);
    return node;
}

void pack_node(PackWriter *writer, const AstNode *node) { pack_child(writer, node, 0); }

AstNode *unpack_node(PackReader *reader, Arena *arena, const SourceFile *file) {
    return unpack_child(reader, arena, file, 0);
}
