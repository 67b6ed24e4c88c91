/* The generated C file and its header: kernels and variants of each entry, then the tables that the run time reads. */
#include "codegen/c/print.h"
#include "codegen/codegen.h"

#include "codegen/lower.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

/* ---- operators by how they run ----------------------------------------------------------------------------------- */
static void count_region(CgOperators *counts, const IrRegion *region) {
    for (uint32_t i = 0; i < region->nodes.len; i++) {
        const IrNode *node = region->nodes.data[i];
        switch (ir_op_info[node->op].cls) {
        case CLS_POINT:
        case CLS_CREATE:
        case CLS_REDUCE:
        case CLS_VIEW:
            counts->fused += node->type.kind == IRT_TENSOR;
            break;
        case CLS_LIB:
            counts->library++;
            break;
        case CLS_ATEN:
            counts->aten++;
            break;
        case CLS_EFFECT:
            counts->fused += node->op == OP_STORE || node->op == OP_ITEM;
            break;
        default:
            break;
        }
        for (uint32_t r = 0; r < node->region_count; r++)
            count_region(counts, node->regions[r]);
    }
}

/* A lowered variant: its functions, the host function last, and its operators before lowering added some of its own. */
typedef struct Lowered {
    LpModule loops;
    LpFunction *host;
    CgOperators operators;
    const char *problem; /* why it cannot be lowered: the host function misses always */
} Lowered;

CgOperators cg_count_operators(const Variant *variant) {
    CgOperators counts = {0};
    if (variant->lowered)
        return variant->lowered->operators;
    count_region(&counts, variant->graph->body);
    return counts;
}

/* ---- tables ------------------------------------------------------------------------------------------------------ */
static Str entry_id(const Entry *entry) { return str_format("entry_%d", entry->index); }

static bool has_code(const Entry *entry) { return entry->index >= 0 && entry->variants.len > 0; }

static void print_guards(Buf *c, const Variant *variant) {
    buf_printf(c, "static const RtGuard %s_guards[] = {\n", variant->name);
    for (uint32_t i = 0; i < variant->facts.items.len; i++) {
        const Fact *fact = &variant->facts.items.data[i];
        Buf text = {0};
        fact_print(&text, fact);
        buf_puts(c, "    {");
        c_print_text(c, str_of(text.data ? text.data : ""));
        buf_printf(c, ", %u},\n", span_line(fact->span));
        buf_free(&text);
    }
    if (variant->facts.items.len == 0)
        buf_puts(c, "    {\"\", 0},\n");
    buf_puts(c, "};\n\n");
}

static void print_variants(Buf *c, const Entry *entry, const CgOperators **counts) {
    buf_printf(c, "static const RtVariant %s_variants[] = {\n", entry_id(entry));
    for (uint32_t i = 0; i < entry->variants.len; i++) {
        const Variant *variant = entry->variants.data[i];
        buf_puts(c, "    {\n        .name = ");
        c_print_text(c, variant->name);
        buf_puts(c, ",\n        .signature = ");
        c_print_text(c, variant->signature ? variant->signature : variant->name);
        buf_printf(c, ",\n        .run = %s,\n        .guards = %s_guards,\n        .guard_count = %u,\n",
                   variant->name, variant->name, variant->facts.items.len);
        buf_printf(c,
                   "        .fused = %d,\n        .library = %d,\n        .aten = %d,\n        .python = %d,\n    },\n",
                   (*counts)->fused, (*counts)->library, (*counts)->aten, (*counts)->python);
        (*counts)++;
    }
    buf_puts(c, "};\n");
}

static const char *entry_kind(const Entry *entry) {
    if (entry->kind == ENTRY_WHOLE)
        return "RT_ENTRY_WHOLE";
    if (entry->late)
        return "RT_ENTRY_LATE_SEGMENT";
    return entry->first ? "RT_ENTRY_FIRST_SEGMENT" : "RT_ENTRY_SEGMENT";
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

static int print_entries(Buf *c, const ModuleResult *result, const CgOperators *counts) {
    int count = 0;
    for (uint32_t i = 0; i < result->entries.len; i++)
        if (has_code(result->entries.data[i]))
            print_variants(c, result->entries.data[i], &counts);
    buf_puts(c, "\nstatic const RtEntry entries[] = {\n");
    for (uint32_t i = 0; i < result->entries.len; i++) {
        const Entry *entry = result->entries.data[i];
        if (!has_code(entry))
            continue;
        buf_puts(c, "    {");
        c_print_text(c, entry->name);
        buf_printf(c, ", %s, %u, %u, %s_variants, %u, %s},\n", entry_kind(entry),
                   entry->def ? span_line(entry->def->span) : 0, entry->args.len, entry_id(entry), entry->variants.len,
                   writes_outside(entry) ? "true" : "false");
        count++;
    }
    if (count == 0)
        buf_puts(c, "    {\"\", RT_ENTRY_WHOLE, 0, 0, NULL, 0, false},\n");
    buf_puts(c, "};\n");
    return count;
}

/* PyInit__NAME_pyaot, in which every byte of NAME that is not of an ASCII identifier is '_': pyaot_stub.py uses the
 * same rule. */
static void print_init_name(Buf *c, const char *name) {
    buf_puts(c, "PyInit__");
    for (; *name; name++)
        buf_putc(c, isascii((unsigned char)*name) && (isalnum((unsigned char)*name) || *name == '_') ? *name : '_');
    buf_puts(c, "_pyaot");
}

static void print_names(Buf *c, const LowerModule *m) {
    buf_puts(c, "static const char *const names[] = {");
    for (uint32_t i = 0; i < m->names.len; i++) {
        buf_puts(c, i ? ", " : "");
        c_print_text(c, m->names.data[i]);
    }
    buf_puts(c, m->names.len ? "};\n" : "NULL};\n");
    buf_puts(c, "static const RtPinned pinned[] = {");
    for (uint32_t i = 0; i < m->pinned.len; i++) {
        buf_puts(c, i ? ", {" : "{");
        c_print_text(c, m->pinned.data[i].module);
        buf_puts(c, ", ");
        c_print_text(c, m->pinned.data[i].name);
        buf_putc(c, '}');
    }
    buf_puts(c, m->pinned.len ? "};\n" : "{\"\", \"\"}};\n");
}

static void print_files(Buf *c, const ModuleResult *result) {
    buf_puts(c, "static const RtFile files[] = {\n");
    for (uint32_t i = 0; i < result->inlined.len; i++) {
        buf_puts(c, "    {");
        c_print_text(c, result->inlined_modules.data[i]);
        buf_printf(c, ", UINT64_C(0x%016" PRIx64 ")},\n", result->inlined.data[i]->hash);
    }
    if (result->inlined.len == 0)
        buf_puts(c, "    {\"\", 0},\n");
    buf_puts(c, "};\n\n");
}

static void print_module(Buf *c, const ModuleResult *result, const LowerModule *m, int entries) {
    buf_puts(c, "static const RtModule module = {\n    .name = ");
    c_print_text(c, result->name);
    buf_printf(c, ",\n    .source_hash = UINT64_C(0x%016" PRIx64 "),\n", result->source ? result->source->hash : 0);
    buf_puts(c, "    .torch_version = \"" CG_TORCH_VERSION "\",\n");
    buf_printf(c, "    .entries = entries,\n    .entry_count = %d,\n", entries);
    buf_printf(c, "    .names = names,\n    .name_count = %u,\n", m->names.len);
    buf_printf(c, "    .pinned = pinned,\n    .pinned_count = %u,\n", m->pinned.len);
    buf_printf(c, "    .files = files,\n    .file_count = %u,\n};\n\n", result->inlined.len);
    buf_puts(c, "PyMODINIT_FUNC ");
    print_init_name(c, result->name);
    buf_puts(c, "(void);\nPyMODINIT_FUNC ");
    print_init_name(c, result->name);
    buf_puts(c, "(void) { return rt_module_init(&module); }\n");
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

static void print_header(Buf *h, const ModuleResult *result, const LowerModule *m) {
    Str guard = names_identifier(result->name);
    const char *from = result->source ? result->source->display : result->name;
    buf_printf(h, "/* Made by pyaot from %s: the variants that the stub runs, and the names that they look up. */\n",
               from);
    buf_printf(h, "#ifndef PYAOT_%s_KERNELS_H\n#define PYAOT_%s_KERNELS_H\n", guard, guard);
    buf_puts(h, "#include \"pyaot_kernel.h\"\n");
    print_enum(h, "Indices of attributes, keys and globals.", m->name_ids.data, m->name_ids.len);
    print_enum(h, "Indices of objects that must stay what they were when the extension was loaded.", m->pinned_ids.data,
               m->pinned_ids.len);
    buf_puts(h, "\n");
    for (uint32_t i = 0; i < result->entries.len; i++) {
        const Entry *entry = result->entries.data[i];
        for (uint32_t v = 0; has_code(entry) && v < entry->variants.len; v++) {
            const Variant *variant = entry->variants.data[v];
            buf_printf(h, "static RtStatus %s(RtCall *call); /* %s */\n", variant->name,
                       variant->signature ? variant->signature : entry->name);
        }
    }
    buf_puts(h, "#endif\n");
}

typedef struct Counts {
    VEC(CgOperators) items;
} Counts;

CgModule *cg_new(Arena *arena) {
    LowerModule *m = arena_new_of(arena, LowerModule);
    m->arena = arena;
    names_init(&m->ids, arena);
    return m;
}

static void lower(LowerModule *m, Variant *variant) {
    Lowered *lowered = arena_new_of(m->arena, Lowered);
    lowered->loops.arena = m->arena;
    lowered->operators = cg_count_operators(variant);
    m->loops = &lowered->loops;
    lowered->host = lower_variant(m, variant, &lowered->problem);
    for (uint32_t i = 0; i < lowered->loops.functions.len; i++)
        lp_prune(lowered->loops.functions.data[i]);
    const char *wrong = lp_verify(m->arena, &lowered->loops);
    if (wrong)
        ICE("loop IR of %s: %s", variant->name, wrong);
    variant->lowered = lowered;
}

const char *cg_lower(void *module, Variant *variant) {
    LowerModule *m = module;
    uint32_t names = m->names.len, pinned = m->pinned.len;
    lower(m, variant);
    if (variant->lowered->problem) {
        m->names.len = m->name_ids.len = names;
        m->pinned.len = m->pinned_ids.len = pinned;
    }
    return variant->lowered->problem;
}

static void emit_entry(LowerModule *m, const Entry *entry, Counts *counts, Buf *c, Buf *dump) {
    buf_printf(c, "/* ---- %s ", entry->name);
    for (size_t i = strlen(entry->name) + 10; i < 116; i++)
        buf_putc(c, '-');
    buf_puts(c, " */\n");
    for (uint32_t v = 0; v < entry->variants.len; v++) {
        Variant *variant = entry->variants.data[v];
        if (!variant->lowered)
            lower(m, variant);
        Lowered *lowered = variant->lowered;
        vec_push(m->arena, &counts->items, lowered->operators);
        if (dump)
            lp_print(dump, &lowered->loops);
        print_guards(c, variant);
        if (variant->signature)
            lowered->host->doc = variant->signature;
        for (uint32_t i = 0; i < lowered->loops.functions.len; i++)
            c_print_function(c, lowered->loops.functions.data[i]);
    }
}

void cg_emit_module(CgModule *m, const ModuleResult *result, Buf *c, Buf *h, Buf *dump) {
    Counts counts = {0};
    const char *from = result->source ? result->source->display : result->name;
    buf_printf(c, "/* Made by pyaot from %s. Each compiled function has its variants here: a guard, then kernels. */\n",
               from);
    buf_printf(c, "#include \"%s_kernels.h\"\n\n", result->name);
    for (uint32_t i = 0; i < result->entries.len; i++)
        if (has_code(result->entries.data[i]))
            emit_entry(m, result->entries.data[i], &counts, c, dump);
    buf_puts(
        c,
        "/* ---- tables "
        "----------------------------------------------------------------------------------------------------- */\n");
    int entries = print_entries(c, result, counts.items.data);
    print_names(c, m);
    print_files(c, result);
    print_module(c, result, m, entries);
    print_header(h, result, m);
}
