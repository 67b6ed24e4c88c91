/* From the result of analysis and what lowering looked up to the run time's tables. See tables.h. */
#include "codegen/tables.h"

#include "codegen/lower.h"
#include "parser/parser.h"

#include <ctype.h>

static const CgField guard_fields[] = {{FIELD_TEXT, "text"}, {FIELD_INT, "line"}};
static const CgField variant_fields[] = {{FIELD_TEXT, "name"},    {FIELD_TEXT, "signature"}, {FIELD_FUNCTION, "run"},
                                         {FIELD_TEXT, "backend"}, {FIELD_TABLE, "guards"},   {FIELD_INT, "guard_count"},
                                         {FIELD_INT, "fused"},    {FIELD_INT, "library"},    {FIELD_INT, "aten"},
                                         {FIELD_INT, "python"}};
static const CgField entry_fields[] = {
    {FIELD_TEXT, "name"},      {FIELD_INT, "kind"},          {FIELD_INT, "line"},           {FIELD_INT, "arg_count"},
    {FIELD_TABLE, "variants"}, {FIELD_INT, "variant_count"}, {FIELD_BOOL, "writes_outside"}};
static const CgField name_fields[] = {{FIELD_TEXT, NULL}};
static const CgField pinned_fields[] = {{FIELD_TEXT, "module"}, {FIELD_TEXT, "name"}};
static const CgField file_fields[] = {{FIELD_TEXT, "module"}, {FIELD_HASH, "hash"}};
static const CgField module_fields[] = {
    {FIELD_TEXT, "name"},        {FIELD_HASH, "source_hash"}, {FIELD_TEXT, "torch_version"}, {FIELD_TABLE, "entries"},
    {FIELD_INT, "entry_count"},  {FIELD_TABLE, "names"},      {FIELD_INT, "name_count"},     {FIELD_TABLE, "pinned"},
    {FIELD_INT, "pinned_count"}, {FIELD_TABLE, "files"},      {FIELD_INT, "file_count"}};

#define RECORD(id, type, form, fields) static const CgRecord id = {type, form, COUNT_OF(fields), fields}
RECORD(guard_record, "RtGuard", ROWS_LINES, guard_fields);
RECORD(variant_record, "RtVariant", ROWS_NAMED, variant_fields);
RECORD(entry_record, "RtEntry", ROWS_LINES, entry_fields);
RECORD(name_record, "char *const", ROWS_ONE_LINE, name_fields);
RECORD(pinned_record, "RtPinned", ROWS_ONE_LINE, pinned_fields);
RECORD(file_record, "RtFile", ROWS_LINES, file_fields);
RECORD(module_record, "RtModule", ROWS_NAMED, module_fields);

/* ---- building ---------------------------------------------------------------------------------------------------- */
typedef struct Rows {
    VEC(CgConstant) items;
} Rows;

static void add_text(Arena *arena, Rows *rows, Str text) {
    CgConstant constant = {.text = text};
    vec_push(arena, &rows->items, constant);
}

static void add_number(Arena *arena, Rows *rows, uint64_t number) {
    CgConstant constant = {.number = number};
    vec_push(arena, &rows->items, constant);
}

static void add_named(Arena *arena, Rows *rows, const char *name, uint64_t number) {
    CgConstant constant = {.text = str_of(name), .number = number};
    vec_push(arena, &rows->items, constant);
}

static void add_table(Arena *arena, CgTables *tables, Str name, const CgRecord *record, const Rows *rows) {
    CgTable table = {.name = name,
                     .record = record,
                     .single = record == &module_record,
                     .row_count = rows->items.len / (uint32_t)record->field_count,
                     .rows = rows->items.data};
    vec_push(arena, &tables->items, table);
}

static Str empty(void) { return str_of(""); }

static void add_guards(Arena *arena, CgTables *tables, const SourceFile *source, const Variant *variant, Str name) {
    Rows rows = {0};
    for (uint32_t i = 0; i < variant->guards.items.len; i++) {
        Fact *fact = &variant->guards.items.data[i];
        add_text(arena, &rows, fact_shown(fact));
        add_number(arena, &rows, fact->span.file == source ? span_line(fact->span) : 0);
    }
    if (variant->guards.items.len == 0) {
        add_text(arena, &rows, empty());
        add_number(arena, &rows, 0);
    }
    add_table(arena, tables, name, &guard_record, &rows);
}

static bool is_of_argument(const Source *source) {
    while (source && source->base)
        source = source->base;
    return source && source->kind == SRC_ARG;
}

/* Does a variant write to an object that its arguments do not lead to? Two runs on copies of the arguments are two
 * writes then. */
static bool writes_world(const IrGraph *graph, const IrRegion *region) {
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        const IrNode *node = region->nodes.data[i];
        const Tree *tree = node->op == OP_RETURN ? node->tree : NULL;
        for (uint32_t k = 1; tree && tree->kind == TREE_EFFECTS && k < tree->count; k++)
            if (!is_of_argument(tree->items[k]->object))
                return true;
        if (node->op == OP_STORE) {
            const IrNode *memory = ir_memory(node->inputs[0]);
            if (memory->op == OP_INPUT && !is_of_argument(graph->inputs.data[memory->ints[0]].source))
                return true;
        }
        for (uint32_t r = 0; r < node->region_count; r++)
            if (writes_world(graph, node->regions[r]))
                return true;
    }
    return false;
}

static bool writes_outside(const Entry *entry) {
    for (uint32_t i = 0; i < entry->variants.len; i++)
        if (writes_world(entry->variants.data[i]->graph, entry->variants.data[i]->graph->body))
            return true;
    return false;
}

static void add_variant(Arena *arena, Rows *rows, const Lowered *lowered, Str guards) {
    const Variant *variant = lowered->variant;
    const CgOperators *counts = &lowered->operators;
    add_text(arena, rows, lowered->host->name);
    add_text(arena, rows, variant->signature ? variant->signature : variant->name);
    add_text(arena, rows, lowered->host->name);
    add_text(arena, rows, backend_title(lowered->backend));
    add_text(arena, rows, guards);
    add_number(arena, rows, variant->guards.items.len);
    add_number(arena, rows, (uint64_t)counts->fused);
    add_number(arena, rows, (uint64_t)counts->library);
    add_number(arena, rows, (uint64_t)counts->aten);
    add_number(arena, rows, (uint64_t)counts->python);
}

/* A row for each choice of each variant; gives their number. */
static uint32_t add_variants(Arena *arena, CgTables *tables, const SourceFile *source, const Entry *entry, Str name) {
    Rows rows = {0};
    for (uint32_t i = 0; i < entry->variants.len; i++) {
        const Variant *variant = entry->variants.data[i];
        Str guards = str_format("%s_guards", variant->name);
        add_guards(arena, tables, source, variant, guards);
        for (const Lowered *lowered = variant->lowered; lowered; lowered = lowered->next)
            add_variant(arena, &rows, lowered, guards);
    }
    add_table(arena, tables, name, &variant_record, &rows);
    return rows.items.len / (uint32_t)variant_record.field_count;
}

/* The kind as the run time's header numbers it (RtEntryKind). */
static void add_kind(Arena *arena, Rows *rows, const Entry *entry) {
    static const char *const names[] = {"RT_ENTRY_WHOLE", "RT_ENTRY_FIRST_SEGMENT", "RT_ENTRY_SEGMENT",
                                        "RT_ENTRY_LATE_SEGMENT"};
    unsigned kind = entry->kind == ENTRY_WHOLE ? 0 : entry->late ? 3 : entry->first ? 1 : 2;
    add_named(arena, rows, names[kind], kind);
}

static int add_entries(Arena *arena, CgTables *tables, const ModuleResult *result) {
    Rows rows = {0};
    int count = 0;
    for (uint32_t i = 0; i < result->entries.len; i++) {
        const Entry *entry = result->entries.data[i];
        if (!cg_has_code(entry))
            continue;
        Str variants = str_format("entry_%d_variants", entry->index);
        uint32_t variant_count = add_variants(arena, tables, result->source, entry, variants);
        add_text(arena, &rows, entry->name);
        add_kind(arena, &rows, entry);
        add_number(arena, &rows, entry->def ? span_line(entry->def->span) : 0);
        add_number(arena, &rows, entry->args.len);
        add_text(arena, &rows, variants);
        add_number(arena, &rows, variant_count);
        add_number(arena, &rows, writes_outside(entry));
        count++;
    }
    if (count == 0) {
        add_text(arena, &rows, empty());
        add_named(arena, &rows, "RT_ENTRY_WHOLE", 0);
        for (int field = 2; field < entry_record.field_count; field++)
            add_number(arena, &rows, 0);
    }
    add_table(arena, tables, str_of("entries"), &entry_record, &rows);
    return count;
}

static void add_names(Arena *arena, CgTables *tables, const LowerModule *m) {
    Rows names = {0}, pinned = {0};
    for (uint32_t i = 0; i < m->names.len; i++)
        add_text(arena, &names, m->names.data[i]);
    if (m->names.len == 0)
        add_text(arena, &names, NULL);
    add_table(arena, tables, str_of("names"), &name_record, &names);
    for (uint32_t i = 0; i < m->pinned.len; i++) {
        add_text(arena, &pinned, m->pinned.data[i].module);
        add_text(arena, &pinned, m->pinned.data[i].name);
    }
    for (int field = 0; m->pinned.len == 0 && field < pinned_record.field_count; field++)
        add_text(arena, &pinned, empty());
    add_table(arena, tables, str_of("pinned"), &pinned_record, &pinned);
}

static void add_files(Arena *arena, CgTables *tables, const ModuleResult *result) {
    Rows rows = {0};
    for (uint32_t i = 0; i < result->inlined.len; i++) {
        add_text(arena, &rows, result->inlined_modules.data[i]);
        add_number(arena, &rows, source_hash(result->inlined.data[i]));
    }
    if (result->inlined.len == 0) {
        add_text(arena, &rows, empty());
        add_number(arena, &rows, 0);
    }
    add_table(arena, tables, str_of("files"), &file_record, &rows);
}

static void add_module(Arena *arena, CgTables *tables, const ModuleResult *result, const LowerModule *m, int entries) {
    Rows rows = {0};
    add_text(arena, &rows, result->name);
    add_number(arena, &rows, result->source ? source_hash(result->source) : 0);
    add_text(arena, &rows, str_of(CG_TORCH_VERSION));
    add_text(arena, &rows, str_of("entries"));
    add_number(arena, &rows, (uint64_t)entries);
    add_text(arena, &rows, str_of("names"));
    add_number(arena, &rows, m->names.len);
    add_text(arena, &rows, str_of("pinned"));
    add_number(arena, &rows, m->pinned.len);
    add_text(arena, &rows, str_of("files"));
    add_number(arena, &rows, result->inlined.len);
    add_table(arena, tables, str_of("module"), &module_record, &rows);
}

/* PyInit__NAME_pyaot, in which every byte of NAME that is not of an ASCII identifier is '_': pyaot_stub.py uses the
 * same rule. */
static Str init_name(const char *name) {
    Buf out = {0};
    buf_puts(&out, "PyInit__");
    for (; *name; name++)
        buf_putc(&out, isascii((unsigned char)*name) && (isalnum((unsigned char)*name) || *name == '_') ? *name : '_');
    buf_puts(&out, "_pyaot");
    Str text = str_of(out.data);
    buf_free(&out);
    return text;
}

CgTables *tables_make(LowerModule *m, const ModuleResult *result) {
    CgTables *tables = arena_new_of(m->arena, CgTables);
    int entries = add_entries(m->arena, tables, result);
    add_names(m->arena, tables, m);
    add_files(m->arena, tables, result);
    add_module(m->arena, tables, result, m, entries);
    tables->init_name = init_name(result->name);
    return tables;
}

const CgTable *tables_find(const CgTables *tables, Str name) {
    for (uint32_t i = 0; i < tables->items.len; i++)
        if (tables->items.data[i].name == name)
            return &tables->items.data[i];
    return NULL;
}
