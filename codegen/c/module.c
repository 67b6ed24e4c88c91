/* The C back end: a generated file and its header, with kernels and variants of each entry, then the tables that the
 * run time reads. */
#include "codegen/c/print.h"
#include "codegen/lower.h"
#include "codegen/tables.h"

#include <inttypes.h>
#include <string.h>

/* ---- tables ------------------------------------------------------------------------------------------------------ */
static void print_constant(Buf *c, FieldKind kind, const CgConstant *constant) {
    switch (kind) {
    case FIELD_TEXT:
        if (constant->text)
            c_print_text(c, constant->text);
        else
            buf_puts(c, "NULL");
        return;
    case FIELD_INT:
        if (constant->text)
            buf_puts(c, constant->text);
        else
            buf_printf(c, "%" PRId64, (int64_t)constant->number);
        return;
    case FIELD_BOOL:
        buf_puts(c, constant->number ? "true" : "false");
        return;
    case FIELD_HASH:
        if (constant->number)
            buf_printf(c, "UINT64_C(0x%016" PRIx64 ")", constant->number);
        else
            buf_puts(c, "0");
        return;
    case FIELD_FUNCTION:
    case FIELD_TABLE:
        buf_puts(c, constant->text ? constant->text : "NULL");
        return;
    }
}

static void print_row(Buf *c, const CgRecord *record, const CgConstant *row, const char *indent) {
    for (int i = 0; i < record->field_count; i++) {
        if (record->form == ROWS_NAMED)
            buf_printf(c, "%s.%s = ", indent, record->fields[i].name);
        else if (i)
            buf_puts(c, ", ");
        print_constant(c, record->fields[i].kind, &row[i]);
        if (record->form == ROWS_NAMED)
            buf_puts(c, ",\n");
    }
}

static void print_table(Buf *c, const CgTable *table, bool is_shared) {
    const CgRecord *record = table->record;
    const CgConstant *row = table->rows;
    buf_printf(c, "%sconst %s %s%s = {", is_shared ? "" : "static ", record->type, table->name,
               table->single ? "" : "[]");
    buf_puts(c, record->form == ROWS_ONE_LINE ? "" : "\n");
    for (uint32_t i = 0; i < table->row_count; i++, row += record->field_count) {
        if (table->single) {
            print_row(c, record, row, "    ");
        } else if (record->form == ROWS_NAMED) {
            buf_puts(c, "    {\n");
            print_row(c, record, row, "        ");
            buf_puts(c, "    },\n");
        } else if (record->form == ROWS_LINES) {
            buf_puts(c, "    {");
            print_row(c, record, row, "");
            buf_puts(c, "},\n");
        } else {
            buf_puts(c, i ? ", " : "");
            buf_puts(c, record->fields->name ? "{" : "");
            print_row(c, record, row, "");
            buf_puts(c, record->fields->name ? "}" : "");
        }
    }
    buf_puts(c, "};\n");
}

/* `is_shared`: by files, as the table of the variants is in another one than the first. */
static void print_guards(Buf *c, const CgTables *tables, const Variant *variant, bool is_shared) {
    print_table(c, tables_find(tables, str_format("%s_guards", variant->name)), is_shared);
    buf_putc(c, '\n');
}

static bool is_guards(const CgTable *table) { return strcmp(table->record->type, "RtGuard") == 0; }

/* Guards stand before their variants. */
static void print_tables(Buf *c, const CgTables *tables) {
    buf_puts(
        c,
        "/* ---- tables "
        "----------------------------------------------------------------------------------------------------- */\n");
    for (uint32_t i = 0; i < tables->items.len; i++) {
        const CgTable *table = &tables->items.data[i];
        if (is_guards(table))
            continue;
        buf_puts(c, strcmp(table->name, "entries") == 0 ? "\n" : "");
        print_table(c, table, false);
        buf_puts(c, table->single || strcmp(table->name, "files") == 0 ? "\n" : "");
    }
    const char *init = tables->init_name;
    buf_printf(c, "PyMODINIT_FUNC %s(void);\nPyMODINIT_FUNC %s(void) { return rt_module_init(&%s); }\n", init, init,
               tables->items.data[tables->items.len - 1].name);
}

/* ---- the files --------------------------------------------------------------------------------------------------- */
static void print_enum(Buf *h, const char *doc, const Str *ids, uint32_t count) {
    if (count == 0)
        return;
    buf_printf(h, "\n/* %s */\nenum {\n", doc);
    for (uint32_t i = 0; i < count; i++)
        buf_printf(h, "    %s,\n", ids[i]);
    buf_puts(h, "};\n");
}

/* A variant's function is known to its own file alone, unless the tables are in another one. */
static void print_declaration(Buf *h, const Lowered *lowered, bool own) {
    const Variant *variant = lowered->variant;
    buf_printf(h, "%sRtStatus %s(RtCall *call); /* %s */\n", own && !lowered->host->is_shared ? "static " : "",
               lowered->host->name, variant->signature ? variant->signature : lowered->entry->name);
}

static const char *source_name(const ModuleResult *result) {
    return result->source ? result->source->display : result->name;
}

/* Has it a table of guards in its own file? A variant that another one takes the rest of shares its table. */
static bool has_guards(const BackendUnit *unit, const Lowered *lowered) {
    return unit->tables && lowered->variant->lowered == lowered;
}

/* What a file of several has that others use. */
static void print_shared(Buf *h, const BackendUnit *unit) {
    for (uint32_t i = 0; i < unit->own.len; i++) {
        const Lowered *lowered = unit->own.data[i];
        if (lowered->file && has_guards(unit, lowered))
            buf_printf(h, "extern const RtGuard %s_guards[];\n", lowered->variant->name);
        for (uint32_t k = 0; k < lowered->loops.functions.len; k++)
            if (lowered->loops.functions.data[k]->is_common)
                c_print_declaration(h, lowered->loops.functions.data[k]);
    }
}

static void print_header(Buf *h, const BackendUnit *unit) {
    const ModuleResult *result = unit->result;
    const LowerModule *m = unit->module;
    Str guard = names_identifier(result->name);
    buf_printf(h, "/* Made by pyaot from %s: the variants that the stub runs, and the names that they look up. */\n",
               source_name(result));
    buf_printf(h, "#ifndef PYAOT_%s_KERNELS_H\n#define PYAOT_%s_KERNELS_H\n", guard, guard);
    buf_puts(h, "#include \"pyaot_kernel.h\"\n");
    print_enum(h, "Indices of attributes, keys and globals.", m->name_ids.data, m->name_ids.len);
    print_enum(h, "Indices of objects that must stay what they were when the extension was loaded.", m->pinned_ids.data,
               m->pinned_ids.len);
    buf_puts(h, "\n");
    for (uint32_t i = 0; i < unit->own.len; i++)
        print_declaration(h, unit->own.data[i], true);
    for (uint32_t i = 0; unit->tables && i < unit->others.len; i++)
        print_declaration(h, unit->others.data[i], false);
    if (unit->file_count > 1)
        print_shared(h, unit);
    buf_puts(h, "#endif\n");
}

static void print_head(Buf *c, const Entry *entry) {
    buf_printf(c, "/* ---- %s ", entry->name);
    for (size_t i = strlen(entry->name) + 10; i < 116; i++)
        buf_putc(c, '-');
    buf_puts(c, " */\n");
}

static void print_code(Buf *c, const BackendUnit *unit, uint32_t file) {
    const ModuleResult *result = unit->result;
    const Entry *entry = NULL;
    const char *lines = unit->debug ? cg_file_name(result->name, file) : NULL;
    buf_printf(c, "/* Made by pyaot from %s. Each compiled function has its variants here: a guard, then kernels. */\n",
               source_name(result));
    buf_printf(c, "#include \"%s_kernels.h\"\n\n", result->name);
    for (uint32_t i = 0; i < unit->own.len; i++) {
        const Lowered *lowered = unit->own.data[i];
        if (lowered->file != file)
            continue;
        if (lowered->entry != entry)
            print_head(c, entry = lowered->entry);
        if (has_guards(unit, lowered))
            print_guards(c, unit->tables, lowered->variant, file > 0);
        if (lowered->code_text)
            buf_puts(c, lowered->code_text);
        for (uint32_t k = 0; k < lowered->loops.functions.len; k++)
            c_print_function(c, lowered->loops.functions.data[k], lines);
    }
    if (file || !unit->tables)
        return;
    for (uint32_t i = 0; i < unit->others.len; i++)
        if (has_guards(unit, unit->others.data[i]))
            print_guards(c, unit->tables, unit->others.data[i]->variant, false);
    print_tables(c, unit->tables);
}

/* Functions that are called from other files than their own. */
static void share_functions(const BackendUnit *unit) {
    for (uint32_t i = 0; i < unit->own.len; i++) {
        const Lowered *lowered = unit->own.data[i];
        lowered->host->is_shared = true;
        for (uint32_t k = 0; k < lowered->loops.functions.len; k++)
            lowered->loops.functions.data[k]->is_shared |= lowered->loops.functions.data[k]->is_common;
    }
}

static void add_flags(BackendFiles *files, Str flags) {
    for (uint32_t i = 0; i < files->flags.len; i++)
        if (files->flags.data[i] == flags)
            return;
    if (flags)
        vec_push(files->arena, &files->flags, flags);
}

static bool c_emit(void *state, const BackendUnit *unit, BackendFiles *files, DiagList *diags) {
    (void)state, (void)diags;
    if (unit->file_count > 1)
        share_functions(unit);
    for (uint32_t i = 0; i < unit->file_count; i++)
        print_code(backend_file(files, FILE_C, cg_file_name(unit->result->name, i)), unit, i);
    print_header(backend_file(files, FILE_TEXT, str_format("%s_kernels.h", unit->result->name)), unit);
    for (uint32_t i = 0; i < unit->own.len; i++)
        add_flags(files, unit->own.data[i]->flags);
    return true;
}

const CodeBackend c_backend = {
    .size = sizeof c_backend, .prepare = c_print_body, .emit = c_emit, .needs_compiler = true};
