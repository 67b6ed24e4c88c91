/* Trees and indexes as bytes: what is read back is what was parsed. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "parser/parser.h"
#include "parser/tree_file.h"
#include "support/embedded.h"

static Arena *arena;
static DiagList diags;

static void set_up(void) {
    arena = arena_new();
    diag_init(&diags, arena);
}
static void tear_down(void) { arena_free(arena); }
TestSuite(pack, .init = set_up, .fini = tear_down);

/* The tree with all spans, as text. */
static void describe(AstNode *node, void *data) {
    Buf *out = data;
    buf_printf(out, "%s %u %u;", ast_kind_name(node->kind), node->span.begin, node->span.end);
    if (node->kind == AST_FunctionDef)
        buf_printf(out, "%u %u;", node->u.FunctionDef.def_span.begin, node->u.FunctionDef.def_span.end);
    ast_each_child(node, describe, out);
}

static void assert_same(AstNode *a, AstNode *b) {
    Buf texts[2] = {0};
    AstNode *nodes[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        ast_dump(&texts[i], nodes[i]);
        describe(nodes[i], &texts[i]);
    }
    cr_assert_str_eq(texts[0].data, texts[1].data);
    cr_assert_eq(a->span.file, b->span.file);
    buf_free(&texts[0]);
    buf_free(&texts[1]);
}

static Pack pack_of(const PackWriter *writer) {
    Buf text = {0};
    const uint32_t *ends = pack_string_ends(writer, &text);
    Pack pack = {.bytes = writer->bytes.data,
                 .string_ends = ends,
                 .text = arena_copy(arena, text.data, text.len),
                 .interned = arena_array(arena, Str, writer->strings.len)};
    buf_free(&text);
    return pack;
}

Test(pack, every_kind_of_node_and_constant_comes_back) {
    static const char text[] =
        "x = [0, -1, 255, 0x7fffffffffffffff, 0xffffffffffffffffff, 1.5, -0.0, 2j, True, None, ..., 'a\\0b']\n"
        "y = b'\\xff', u'u', '\\ud800', '\\N{DASH}', f'{x!r:>{w}} {y=}', 1 < x <= 2 is not None not in z\n"
        "@d\n"
        "async def f(a, /, b: int = 1, *c, k, l=2, **m) -> None:\n"
        "    global g, h\n"
        "    await x; yield; del y[1:2:3], z\n"
        "    async for i in j: continue\n"
        "    else: break\n"
        "class C(B, metaclass=M):\n"
        "    n: int\n"
        "    def g[T: int, *U, **V](self): return lambda *, q=1: (yield from r)\n"
        "match v:\n"
        "    case [1, *rest, None] | {'k': 1, **kw} if True: pass\n"
        "    case D(a, b=_) as e: raise E from F\n"
        "type A[T] = {**a, 'b': not ~c, **d}\n"
        "try: assert x, y\n"
        "except* E as e: import a.b as c, d\n"
        "finally: from .. import (e, f as g)\n"
        "with a as b, c: x @= {i: j for i in k if l async for m in n if (o := p) or q and r}\n";
    SourceFile *file = source_from_text(arena, "m.py", text, strlen(text), &diags);
    AstNode *tree = parse_source(arena, file, &diags);
    cr_assert_not_null(tree, "%s", diags.items.len ? diags.items.data[0].message : "");
    PackWriter writer = {.arena = arena};
    map_init(&writer.numbers, arena);
    pack_node(&writer, tree);
    pack_number(&writer, UINT64_MAX);
    Pack pack = pack_of(&writer);
    PackReader reader = {.pack = &pack, .at = pack.bytes};
    assert_same(tree, unpack_node(&reader, arena, file));
    cr_assert_eq(unpack_number(&reader), UINT64_MAX);
    cr_assert_eq(reader.at, pack.bytes + writer.bytes.len);
}

static void assert_same_index(ModuleIndex *parsed, ModuleIndex *packed) {
    cr_assert_eq(parsed->len, packed->len);
    for (uint32_t i = 0; i < parsed->len; i++) {
        IndexEntry *a = &parsed->entries[i], *b = &packed->entries[i];
        cr_assert(a->kind == b->kind && a->name == b->name && a->owner == b->owner &&
                  a->conditional == b->conditional && a->span.begin == b->span.begin && a->span.end == b->span.end);
        assert_same(index_parse(parsed, a, &diags), index_parse(packed, b, &diags));
        if (i)
            cr_assert_eq(a->node == a[-1].node, b->node == b[-1].node, "names of one statement share its node");
        if (a->name)
            cr_assert_eq(index_find(parsed, a->name) - parsed->entries, index_find(packed, a->name) - packed->entries);
    }
}

Test(pack, the_prelude_is_what_parsing_its_files_gives) {
    uint32_t count = 0;
    for (const PackedModule *module = prelude_modules; module->name; module++, count++) {
        const EmbeddedFile *embedded = embedded_find(module->name);
        cr_assert_not_null(embedded, "%s", module->name);
        SourceFile *file = source_from_text(arena, module->name, embedded->text, embedded->len, &diags);
        ModuleIndex *parsed = module_index(arena, file, &diags);
        assert_same_index(parsed, unpack_index(arena, file, &prelude_pack, module->at));
    }
    cr_assert_gt(count, 40);
    cr_assert_eq(diags.items.len, 0);
}

static SourceFile *file_of(const char *text) { return source_from_text(arena, "m.py", text, strlen(text), &diags); }

static ModuleIndex *index_of(const SourceFile *file) {
    ModuleIndex *index = module_index(arena, file, &diags);
    cr_assert_not_null(index);
    return index;
}

static const char *const installed[] = {
    "import torch\nclass Linear(Module):\n    def forward(self, x):\n        return F.linear(x, self.weight)\n",
    "def relu(x: Tensor) -> Tensor:\n    'doc'\n    return x.clamp(min=0)\n\nsilu = relu\n", ""};

/* Trees of `installed`, in a file of that name below a folder of their own. */
static const char *write_trees(void) {
    char folder[] = "/tmp/pyaot-trees-XXXXXX";
    cr_assert_not_null(mkdtemp(folder));
    const char *path = arena_printf(arena, "%s/some.trees", folder);
    PackWriter writer = {.arena = arena};
    map_init(&writer.numbers, arena);
    TreeRow rows[COUNT_OF(installed)];
    for (uint32_t i = 0; i < COUNT_OF(installed); i++) {
        const SourceFile *file = file_of(installed[i]);
        uint32_t at;
        cr_assert(pack_index(&writer, index_of(file), &at, &diags));
        rows[i] = tree_row(file, at);
    }
    cr_assert(tree_file_write(path, &writer, rows, COUNT_OF(installed)));
    return path;
}

static void remove_trees(const char *path) {
    cr_assert_eq(unlink(path), 0);
    cr_assert_eq(rmdir(arena_printf(arena, "%.*s", (int)(strrchr(path, '/') - path), path)), 0);
}

Test(pack, trees_on_disk_are_found_by_the_text_that_they_are_of) {
    const char *path = write_trees();
    const TreeFile *trees = tree_file_open(arena, path);
    cr_assert_not_null(trees);
    for (uint32_t i = COUNT_OF(installed); i-- > 0;) {
        SourceFile *file = file_of(installed[i]);
        uint64_t hash = source_hash(file);
        file->is_decoded = false; /* who has read it need not look at what is in it */
        ModuleIndex *found = tree_file_index(trees, arena, file);
        cr_assert_not_null(found, "%u", i);
        cr_assert(file->is_decoded, "%u", i);
        cr_assert_eq(span_line((Span){file, file->len, file->len}), source_lines(file)->count, "%u", i);
        cr_assert_eq(file->hash, hash, "%u", i);
        assert_same_index(index_of(file), found);
    }
    cr_assert_null(tree_file_index(trees, arena, file_of(arena_printf(arena, "%s\n", installed[1]))));
    cr_assert_null(tree_file_index(NULL, arena, file_of(installed[1])));
    remove_trees(path);
}

Test(pack, trees_of_another_parser_or_cut_short_are_not_taken) {
    const char *path = write_trees();
    cr_assert_null(tree_file_open(arena, arena_printf(arena, "%s.not", path)));
    FILE *file = fopen(path, "r+b");
    cr_assert_not_null(file);
    cr_assert_eq(fseek(file, 12, SEEK_SET), 0); /* the stamp */
    int byte = fgetc(file);
    for (int change = 1; change >= 0; change--) {
        cr_assert_eq(fseek(file, 12, SEEK_SET), 0);
        cr_assert_neq(fputc(byte ^ change, file), EOF);
        cr_assert_eq(fflush(file), 0);
        cr_assert_eq(tree_file_open(arena, path) == NULL, change == 1);
    }
    cr_assert_eq(ftruncate(fileno(file), 200), 0);
    cr_assert_null(tree_file_open(arena, path));
    cr_assert_eq(ftruncate(fileno(file), 3), 0);
    cr_assert_null(tree_file_open(arena, path));
    fclose(file);
    remove_trees(path);
}
