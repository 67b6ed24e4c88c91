/* The index of a module's top level, and the search for modules. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "parser/module_index.h"
#include "parser/modules.h"
#include "parser/parser.h"

static Arena *arena;
static DiagList diags;
static char folder[64];

static void set_up(void) {
    arena = arena_new();
    diag_init(&diags, arena);
    strcpy(folder, "/tmp/pyaot-test-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
    unsetenv("VIRTUAL_ENV");
    unsetenv("PYTHONPATH");
}
static void tear_down(void) {
    char *command = arena_printf(arena, "rm -rf %s", folder);
    cr_assert_eq(system(command), 0);
    arena_free(arena);
}
TestSuite(modules, .init = set_up, .fini = tear_down);

static ModuleIndex *index_of(const char *text) {
    SourceFile *file = source_from_text(arena, "m.py", text, strlen(text), &diags);
    return module_index(arena, file, &diags);
}

static const char *covered(Span span) {
    return arena_printf(arena, "%.*s", (int)(span.end - span.begin), span.file->text + span.begin);
}

/* The text of the import of the name that type checkers are shown. */
static const char *shown(ModuleIndex *index, const char *name) {
    AstNode *import = index_typing_import(index, str_of(name), &diags);
    return import ? covered(import->span) : "nothing";
}

Test(modules, what_only_type_checkers_run_binds_nothing) {
    ModuleIndex *index = index_of("from typing import TYPE_CHECKING\n"
                                  "if TYPE_CHECKING:\n    # f(*a, [\n    from .a import b, c as d\n"
                                  "    x = [*y, 'it''s']; class_ = 1\n"
                                  "    if z:\n        from .e import *\n    else:\n        from .f import (\n"
                                  "            g,  # text\n        )\n"
                                  "else:\n    import h\n"
                                  "if typing.TYPE_CHECKING:\n    from .i import *\n"
                                  "if TYPE_CHECKING and k:\n    import l\n");
    static const char *const unbound[] = {"b", "d", "x", "class_", "g", "*", "typing"};
    for (size_t i = 0; i < COUNT_OF(unbound); i++)
        cr_assert_null(index_find(index, str_of(unbound[i])), "%s", unbound[i]);
    cr_assert_not_null(index_find(index, str_of("h")));
    cr_assert_not_null(index_find(index, str_of("l")));
    cr_assert_str_eq(shown(index, "b"), "from .a import b, c as d");
    cr_assert_str_eq(shown(index, "d"), "from .a import b, c as d");
    cr_assert_str_eq(shown(index, "g"), "from .f import (\n            g,  # text\n        )");
    cr_assert_str_eq(shown(index, "*"), "from .i import *");
    cr_assert_str_eq(shown(index, "h"), "nothing");
    cr_assert_eq(diags.items.len, 0);
}

Test(modules, a_constant_of_that_name_may_be_true) {
    ModuleIndex *index = index_of("TYPE_CHECKING = True\nif TYPE_CHECKING:\n    import a\n");
    cr_assert_not_null(index_find(index, str_of("a")));
}

Test(modules, index_lists_what_the_top_level_binds) {
    ModuleIndex *index = index_of(
        "\"\"\"doc\ndef no(): pass\n\"\"\"\nimport a.b, c as d\nfrom e import (f,\n  g as h)\nfrom i import *\n"
        "x = 1; y, (z, *w) = 2, 3\n"
        "@deco(\n)\ndef fn(a,\nb):\n    q = 1\n# comment\n    return q\n\n"
        "class K(object):\n    attribute = 1\n    def method(self): pass\n"
        "try:\n    import m\nexcept E as err:\n    m = None\nelse:\n    def inner(): hidden = 1\n"
        "async def co(): pass\nfor loop in []: pass\nann: int\nann2: int = 3\nprint(n := 3, [p for p in x])\nx += "
        "1\ndel y\n");
    static const char *const bound[] = {"a",  "d", "f", "h",   "*",     "x",  "y",    "z",    "w",
                                        "fn", "K", "m", "err", "inner", "co", "loop", "ann2", "n"};
    static const char *const unbound[] = {"no",        "b",      "c",      "e",   "g", "q",
                                          "attribute", "method", "hidden", "ann", "p", "E"};
    for (size_t i = 0; i < COUNT_OF(bound); i++)
        cr_assert_not_null(index_find(index, str_of(bound[i])), "%s", bound[i]);
    for (size_t i = 0; i < COUNT_OF(unbound); i++)
        cr_assert_null(index_find(index, str_of(unbound[i])), "%s", unbound[i]);
    IndexEntry *fn = index_find(index, str_of("fn"));
    cr_assert_eq(fn->kind, INDEX_DEF);
    cr_assert_str_eq(covered(fn->span), "@deco(\n)\ndef fn(a,\nb):\n    q = 1\n# comment\n    return q");
    cr_assert_eq(index_find(index, str_of("K"))->kind, INDEX_CLASS);
    cr_assert(index_find(index, str_of("m"))->conditional);
    cr_assert(index_find(index, str_of("inner"))->conditional);
    cr_assert_not(index_find(index, str_of("x"))->conditional);
    cr_assert(index_find(index, str_of("y"))->conditional, "deleted");
    cr_assert_eq(diags.items.len, 0);
}

/* What is told from the first tokens of a line has to be what parsing tells. */
Test(modules, plain_statements_bind_what_their_parse_says) {
    static const struct {
        const char *text, *binds, *owner; /* binds NULL: nothing by its first entry */
        bool parsed;
    } rows[] = {
        {"x = f(a=1, b=[2])", "x", NULL, false},
        {"x = '''\n;:= :\n'''", "x", NULL, true},
        {"x = (\n  1,\n  2)", "x", NULL, false},
        {"x = a == b", "x", NULL, true},
        {"x = {1: 2}", "x", NULL, false},
        {"x = 's;' 't:'", "x", NULL, false},
        {"A.f = g", NULL, "A", false},
        {"A.f.g = h", NULL, NULL, false},
        {"A.f = B.f = g", NULL, "A", true},
        {"f(x)", NULL, NULL, false},
        {"a.b.f(x, y=z)", NULL, NULL, false},
        {"'doc'", NULL, NULL, false},
        {"'doc = doc'", NULL, NULL, false},
        {"x = lambda: 0", "x", NULL, true},
        {"x = y = z", "x", NULL, true},
        {"x = 1; y = 2", "x", NULL, true},
        {"x, y = z", "x", NULL, true},
        {"A.f, y = z", "y", NULL, true},
        {"f(y := 1)", "y", NULL, true},
        {"x = f'{(y := 1)}'", "y", NULL, true},
        {"x += 1", "x", NULL, true},
        {"x <= (1)", NULL, NULL, true},
        {"x[y] = z", NULL, NULL, true},
        {"del (x)", "x", NULL, true},
        {"type x = int", "x", NULL, true},
        {"print (x)", NULL, NULL, true},
        {"x: int = 3", "x", NULL, true},
        {"(x) = 3", "x", NULL, true},
        {"x \\\n= 3", "x", NULL, true},
        {"\xc3\xa9 = 3", "\xc3\xa9", NULL, true},
        {"import x", "x", NULL, false},
        {"import x.y.z", "x", NULL, false},
        {"import y.z as x", "x", NULL, false},
        {"import y, a.b as x, z", "x", NULL, false},
        {"from a.b import y, x", "x", NULL, false},
        {"from . import x", "x", NULL, false},
        {"from ...a import y as x", "x", NULL, false},
        {"from a import *", "*", NULL, false},
        {"from a import (  # (y, z):\n    y as z,  # noqa: F401\n\n    x,\n)", "x", NULL, false},
        {"from a import (x)", "x", NULL, false},
        {"from .import x", "x", NULL, true},
        {"from a \\\n    import x", "x", NULL, true},
        {"from a import \\\n    x", "x", NULL, true},
        {"from a import x; y = 1", "x", NULL, true},
        {"from a import \xc3\xa9, x", "x", NULL, true},
        {"import x as \xc3\xa9", "\xc3\xa9", NULL, true},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        ModuleIndex *index = index_of(rows[i].text);
        cr_assert_not_null(index, "%s", rows[i].text);
        IndexEntry *entry = &index->entries[0];
        cr_assert_eq(entry->node != NULL, rows[i].parsed, "%s", rows[i].text);
        cr_assert_eq(entry->owner, rows[i].owner ? str_of(rows[i].owner) : NULL, "%s", rows[i].text);
        if (rows[i].binds)
            cr_assert_not_null(index_find(index, str_of(rows[i].binds)), "%s", rows[i].text);
        else
            cr_assert_null(entry->name, "%s", rows[i].text);
        cr_assert_not_null(index_parse(index, entry, &diags), "%s", rows[i].text);
        cr_assert_str_eq(covered(entry->node->span), covered(entry->span), "%s", rows[i].text);
    }
    cr_assert_eq(diags.items.len, 0);
}

Test(modules, names_of_one_import_share_its_statement) {
    ModuleIndex *index = index_of("from a import x, y as z\nimport b.c, d as e\nfrom f import (\n  g,\n)\n");
    const char *names[] = {"x", "z", "b", "e", "g"};
    cr_assert_eq(index->len, COUNT_OF(names));
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        cr_assert_str_eq(index->entries[i].name, names[i]);
        cr_assert_eq(index->entries[i].kind, INDEX_IMPORT);
        cr_assert_not(index->entries[i].conditional);
    }
    AstNode *node = parse_definition(index, str_of("z"), &diags);
    cr_assert_eq(node->kind, AST_ImportFrom);
    cr_assert_eq(index->entries[0].node, node);
    cr_assert_null(index->entries[2].node);
    cr_assert_eq(parse_definition(index, str_of("b"), &diags)->kind, AST_Import);
    cr_assert_null(index_of("from a import x,\n"));
    cr_assert_null(index_of("from a import (x y)\n"));
    cr_assert_null(index_of("import (x)\n"));
}

Test(modules, definitions_keep_the_files_positions) {
    ModuleIndex *index =
        index_of("x = 1\n\nclass A:\n    pass\n\ndef f(a):\n    return a + x\n\nif x:\n    def g():\n        pass\n");
    AstNode *f = parse_definition(index, str_of("f"), &diags);
    cr_assert_eq(f->kind, AST_FunctionDef);
    cr_assert_eq(span_line(f->span), 6);
    cr_assert_str_eq(covered(ast_body(f)->items[0]->span), "return a + x");
    cr_assert_eq(parse_definition(index, str_of("f"), &diags), f, "parsed once");
    AstNode *g = parse_definition(index, str_of("g"), &diags);
    cr_assert_eq(g->kind, AST_If);
    cr_assert_str_eq(covered(g->span), "if x:\n    def g():\n        pass");
    cr_assert_eq(parse_definition(index, str_of("A"), &diags)->kind, AST_ClassDef);
    cr_assert_eq(parse_definition(index, str_of("x"), &diags)->kind, AST_Assign);
    cr_assert_null(parse_definition(index, str_of("nothing"), &diags));
    cr_assert_eq(diags.items.len, 0);
}

/* The tree with all spans, as text. */
static void describe(AstNode *node, void *data) {
    Buf *out = data;
    buf_printf(out, "%s %u %u;", ast_kind_name(node->kind), node->span.begin, node->span.end);
    ast_each_child(node, describe, out);
}

static const char *described(AstNode *node) {
    Buf out = {0};
    ast_dump(&out, node);
    describe(node, &out);
    const char *text = arena_printf(arena, "%s", out.data);
    buf_free(&out);
    return text;
}

Test(modules, methods_are_parsed_when_they_are_asked_for) {
    const char *text =
        "@d\n"
        "class A(B):\n"
        "    r'''A docstring that is long enough not to be shown to the grammar, with a quote \\''' in it.'''\n"
        "    x = 1\n"
        "    @property\n"
        "    def a(self, b: int = f'{x:=^10}'):\n"
        "        \"\"\"Another docstring, of which there is enough, too, to be worth a gap in the text.\n"
        "\"\"\"  # and a comment\n"
        "        if b:\n"
        "            return 1, *[b], f'{b:=^10}'\n"
        "        else: (\n"
        "  b)\n"
        "\n"
        "        class C:\n"
        "            def inner(self):\n"
        "                yield\n"
        "    def short(self): return self\n"
        "    def none(self):\n"
        "        ...\n"
        "    async def later(self):  # a comment\n"
        "        # another\n"
        "        await self; return 1;\n"
        "  # left of it\n"
        "    if x:\n"
        "        def conditional(self):\n"
        "            pass\n"
        "    def last(\n"
        "        self,\n"
        "    ) -> None:\n"
        "        [\n"
        "x,\n"
        "        ]\n"
        "y = 2\n";
    ModuleIndex *index = index_of(text);
    AstNode *cls = parse_definition(index, str_of("A"), &diags);
    uint32_t deferred = 0;
    for (uint32_t i = 0; i < cls->u.ClassDef.body.len; i++) {
        const AstNode *statement = cls->u.ClassDef.body.items[i];
        bool is_function = statement->kind == AST_FunctionDef || statement->kind == AST_AsyncFunctionDef;
        deferred += is_function && statement->u.FunctionDef.body.deferred;
    }
    cr_assert_eq(deferred, 3, "a, later and last; short has one line, none has no letter");
    AstNode *whole = parse_source(arena, index->file, &diags);
    cr_assert_str_eq(described(cls), described(whole->u.Module.body.items[0]));
    cr_assert_eq(diags.items.len, 0);
}

Test(modules, a_method_whose_text_is_wrong_has_no_statements) {
    ModuleIndex *index = index_of("class A:\n    def f(self):\n        x = = 1\n    def g(self):\n        pass\n");
    AstNode *cls = parse_definition(index, str_of("A"), &diags);
    cr_assert_not_null(cls);
    cr_assert_eq(ast_body(cls->u.ClassDef.body.items[0])->len, 0);
    cr_assert_eq(ast_body(cls->u.ClassDef.body.items[1])->len, 1);
}

Test(modules, index_reports_errors) {
    cr_assert_null(index_of("def f():\n    x = (\n"));
    cr_assert_null(index_of("x = = 1\n"));
    cr_assert_eq(diags.error_count, 2);
    ModuleIndex *index = index_of("def f():\n    x = = 1\n\ndef g(): pass\n");
    cr_assert_not_null(index, "bodies are not looked at");
    cr_assert_null(parse_definition(index, str_of("f"), &diags));
    cr_assert_eq(diags.error_count, 3);
    cr_assert_eq(span_line(vec_last(&diags.items).span), 2);
    cr_assert_not_null(parse_definition(index, str_of("g"), &diags));
}

/* ---- the search for modules ---- */

static const char *in_folder(const char *path) { return arena_printf(arena, "%s/%s", folder, path); }

/* Writes a file below the folder, making the folders on the way. */
static void put_file(const char *path, const char *text) {
    char *whole = arena_printf(arena, "%s/%s", folder, path);
    for (char *slash = whole + strlen(folder) + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        mkdir(whole, 0777);
        *slash = '/';
    }
    FILE *file = fopen(whole, "w");
    cr_assert_not_null(file, "%s", whole);
    fputs(text, file);
    fclose(file);
}

static void check_found(ModulePath *path, const char *name, ModuleKind kind, const char *where) {
    const ModuleFile *module = module_find(path, str_of(name));
    cr_assert_eq(module->kind, kind, "%s: %d", name, module->kind);
    if (where)
        cr_assert_str_eq(module->path, in_folder(where));
    else
        cr_assert_null(module->path);
}

static void put_tree(void) {
    put_file("base/lib/python3.11/os.py", "");
    put_file("base/lib/python3.11/lib-dynload/math.cpython-311-x86_64-linux-gnu.so", "");
    put_file("base/lib/python3.11/site-packages/base_only.py", "");
    put_file("base/bin/python3.11", "");
    put_file("venv/pyvenv.cfg", arena_printf(arena, "home = %s/base/bin\nversion = 3.11.4\n", folder));
    put_file("venv/bin/python", "");
    put_file("venv/lib/python3.11/site-packages/pkg/__init__.py", "");
    put_file("venv/lib/python3.11/site-packages/pkg/sub/__init__.py", "");
    put_file("venv/lib/python3.11/site-packages/pkg/sub/leaf.py", "");
    put_file("venv/lib/python3.11/site-packages/pkg/_C.abi3.so", "");
    put_file("venv/lib/python3.11/site-packages/spaces/part.py", "");
    put_file("venv/lib/python3.11/site-packages/more.pth", "# c\nimport os; os.x\n../extra\nmissing\n");
    put_file("venv/lib/python3.11/extra/from_pth.py", "");
    put_file("script/os.py", "");
    put_file("script/time.py", "");
    put_file("script/mine.py", "");
}

Test(modules, virtual_environments) {
    put_tree();
    ModulePath *path = module_path_new(arena, in_folder("venv/bin/python"), in_folder("script"));
    check_found(path, "mine", MODULE_SOURCE, "script/mine.py");
    check_found(path, "os", MODULE_SOURCE, "script/os.py");
    check_found(path, "time", MODULE_EXTENSION, NULL);
    check_found(path, "math", MODULE_EXTENSION, "base/lib/python3.11/lib-dynload/math.cpython-311-x86_64-linux-gnu.so");
    check_found(path, "pkg", MODULE_PACKAGE, "venv/lib/python3.11/site-packages/pkg/__init__.py");
    check_found(path, "pkg.sub.leaf", MODULE_SOURCE, "venv/lib/python3.11/site-packages/pkg/sub/leaf.py");
    check_found(path, "pkg._C", MODULE_EXTENSION, "venv/lib/python3.11/site-packages/pkg/_C.abi3.so");
    check_found(path, "spaces", MODULE_NAMESPACE, "venv/lib/python3.11/site-packages/spaces");
    check_found(path, "spaces.part", MODULE_SOURCE, "venv/lib/python3.11/site-packages/spaces/part.py");
    check_found(path, "from_pth", MODULE_SOURCE, "venv/lib/python3.11/site-packages/../extra/from_pth.py");
    check_found(path, "base_only", MODULE_MISSING, NULL);
    check_found(path, "pkg.nothing", MODULE_MISSING, NULL);
    check_found(path, "pkg.", MODULE_MISSING, NULL);
    check_found(path, "", MODULE_MISSING, NULL);
    check_found(path, "mine.sub", MODULE_MISSING, NULL);
}

Test(modules, plain_installations_and_python_path) {
    put_tree();
    put_file("other/pkg2.py", "");
    setenv("PYTHONPATH", in_folder("other"), 1);
    setenv("PYTHONNOUSERSITE", "1", 1);
    ModulePath *path = module_path_new(arena, in_folder("base/bin/python3.11"), NULL);
    check_found(path, "os", MODULE_SOURCE, "base/lib/python3.11/os.py");
    check_found(path, "pkg2", MODULE_SOURCE, "other/pkg2.py");
    check_found(path, "base_only", MODULE_SOURCE, "base/lib/python3.11/site-packages/base_only.py");
    check_found(path, "pkg", MODULE_MISSING, NULL);
    ModulePath *nowhere = module_path_new(arena, in_folder("no/python"), in_folder("script"));
    check_found(nowhere, "mine", MODULE_SOURCE, "script/mine.py");
    check_found(nowhere, "pkg", MODULE_MISSING, NULL);
}

Test(modules, scripts_in_packages) {
    put_tree();
    put_file("src/app/__init__.py", "");
    put_file("src/app/nn/__init__.py", "");
    put_file("src/app/nn/layer.py", "");
    put_file("src/app/os.py", "");
    ModulePath *path = module_path_new(arena, in_folder("venv/bin/python"), in_folder("src/app/nn"));
    cr_assert_str_eq(path->package, "app.nn");
    check_found(path, "app.os", MODULE_SOURCE, "src/app/os.py");
    check_found(path, "app.nn.layer", MODULE_SOURCE, "src/app/nn/layer.py");
    check_found(path, "layer", MODULE_SOURCE, "src/app/nn/layer.py");
    check_found(path, "os", MODULE_SOURCE, "base/lib/python3.11/os.py");
    cr_assert_null(module_path_new(arena, in_folder("venv/bin/python"), in_folder("script"))->package);
}

Test(modules, relative_names) {
    Str leaf = str_of("a.b.c");
    cr_assert_str_eq(module_absolute_name(leaf, false, 0, str_of("x")), "x");
    cr_assert_str_eq(module_absolute_name(leaf, false, 1, str_of("x.y")), "a.b.x.y");
    cr_assert_str_eq(module_absolute_name(leaf, true, 1, str_of("x")), "a.b.c.x");
    cr_assert_str_eq(module_absolute_name(leaf, false, 2, NULL), "a");
    cr_assert_str_eq(module_absolute_name(leaf, true, 2, NULL), "a.b");
    cr_assert_null(module_absolute_name(leaf, false, 3, NULL));
    cr_assert_null(module_absolute_name(str_of("main"), false, 1, str_of("x")));
}
