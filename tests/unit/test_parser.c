/* The parser: trees, literals, spans, encodings, errors. The round trip over real files is tests/parser/roundtrip.py.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "parser/lower.h"
#include "parser/parser.h"

static Arena *arena;
static DiagList diags;

static void set_up(void) {
    arena = arena_new();
    diag_init(&diags, arena);
}
static void tear_down(void) { arena_free(arena); }
TestSuite(parser, .init = set_up, .fini = tear_down);

static AstNode *parse_text(const char *text) {
    SourceFile *file = source_from_text(arena, "m.py", text, strlen(text), &diags);
    return file ? parse_source(arena, file, &diags) : NULL;
}

static AstNode *first_statement(const char *text) {
    AstNode *module = parse_text(text);
    cr_assert_not_null(module, "%s: %s", text, diags.items.len ? diags.items.data[0].message : "");
    cr_assert_gt(module->u.Module.body.len, 0);
    return module->u.Module.body.items[0];
}

static AstNode *expression(const char *text) {
    AstNode *statement = first_statement(text);
    cr_assert_eq(statement->kind, AST_Expr, "%s", text);
    return statement->u.Expr.value;
}

static const char *unparsed(const AstNode *node) {
    Buf out = {0};
    ast_unparse(&out, node);
    const char *text = arena_copy(arena, out.data, out.len + 1);
    buf_free(&out);
    return text;
}

/* The text that a span covers. */
static const char *covered(Span span) {
    return arena_printf(arena, "%.*s", (int)(span.end - span.begin), span.file->text + span.begin);
}

static const char *error_of(const char *text) {
    uint32_t before = diags.error_count;
    AstNode *module = parse_text(text);
    cr_assert_null(module, "accepted: %s", text);
    cr_assert_eq(diags.error_count, before + 1, "%s", text);
    return vec_last(&diags.items).message;
}

/* ---- the grammar ---- */

Test(parser, every_listed_node_type_exists_in_the_grammar) {
    const TSLanguage *language = tree_sitter_python();
    for (Cst cst = 1; cst < CST_COUNT; cst++) {
        const char *name = cst_name(cst);
        bool named = cst <= CST_if_clause;
        cr_assert_neq(ts_language_symbol_for_name(language, name, (uint32_t)strlen(name), named), 0, "%s", name);
    }
}

static char *file_text(const char *path) {
    FILE *file = fopen(path, "rb");
    cr_assert_not_null(file, "%s", path);
    char *text = arena_alloc(arena, 8 << 20);
    text[fread(text, 1, (8 << 20) - 1, file)] = '\0';
    fclose(file);
    return text;
}

/* The names of the enum whose declaration begins with `head`, normalised: letters only, upper case. */
static uint32_t enum_names(const char *text, const char *head, const char *prefix, char names[32][40]) {
    const char *at = strstr(text, head);
    cr_assert_not_null(at, "%s", head);
    uint32_t count = 0;
    for (at = strchr(at, '{') + 1; *at != '}';) {
        at += strspn(at, " \n,=0123456789");
        if (*at == '}')
            break;
        if (strncmp(at, prefix, strlen(prefix)) == 0)
            at += strlen(prefix);
        size_t len = 0;
        for (; strchr(" \n,=", *at) == NULL; at++)
            if (*at != '_')
                names[count][len++] = (char)(*at >= 'a' && *at <= 'z' ? *at - 32 : *at);
        names[count++][len] = '\0';
    }
    return count;
}

/* scanner.c comes from another release than parser.c. Brackets are tokens that the scanner only tests for validity,
 * all three alike, so their names and order do not matter. */
Test(parser, scanner_and_parser_agree_on_external_tokens) {
    char ours[32][40], theirs[32][40];
    uint32_t a = enum_names(file_text("build/deps/tree-sitter-python/scanner.c"), "enum TokenType", "", ours);
    uint32_t b = enum_names(file_text("build/deps/tree-sitter-python/parser.c"),
                            "enum ts_external_scanner_symbol_identifiers", "ts_external_token_", theirs);
    cr_assert_eq(a, b);
    for (uint32_t i = 0; i < a; i++)
        cr_assert(strncmp(ours[i], "CLOSE", 5) == 0 || strcmp(ours[i], theirs[i]) == 0, "%s, %s", ours[i], theirs[i]);
}

/* ---- trees ---- */

static void check_dump(const char *text, const char *expected) {
    Buf out = {0};
    ast_dump(&out, expression(text));
    cr_assert_str_eq(out.data, expected);
    buf_free(&out);
}

Test(parser, operators_bind_as_in_python) {
    static const char *const rows[][2] = {
        {"a & b ^ c | d", "((a & b) ^ c) | d"},
        {"a ^ b & c", "a ^ (b & c)"},
        {"-a ** -b ** c", "-(a ** (-(b ** c)))"},
        {"await a ** b", "(await a) ** b"},
        {"a or b and not c", "a or (b and (not c))"},
        {"a < b == c", "a < b == c"},
        {"not a in b", "not (a in b)"},
        {"a - b - c", "(a - b) - c"},
        {"a << b + c * d", "a << (b + (c * d))"},
        {"lambda: a if b else c", "lambda: (a if b else c)"},
        {"x[*(0, 1)]", "x[(*(0, 1),)]"},
        {"x[a, *[b], :c]", "x[(a), *[b], :c]"},
        {"x[f(*(0, 1)), *'ab'][*{1}]", "x[(f(*(0, 1))), *'ab'][(*{1},)]"},
        {"x[*(a + b)]", "x[*a + b]"},
        {"x[a, 2 *(b)]", "x[a, 2 * b]"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Buf left = {0}, right = {0};
        ast_dump(&left, expression(rows[i][0]));
        ast_dump(&right, expression(rows[i][1]));
        cr_assert_str_eq(left.data, right.data, "%s", rows[i][0]);
        buf_free(&left);
        buf_free(&right);
    }
    check_dump("a or b or (c or d)", "BoolOp(op=Or(), values=[Name(id='a', ctx=Load()), Name(id='b', ctx=Load()), "
                                     "BoolOp(op=Or(), values=[Name(id='c', ctx=Load()), Name(id='d', ctx=Load())])])");
    check_dump("f(*a + b, **c)",
               "Call(func=Name(id='f', ctx=Load()), args=[Starred(value=BinOp(left=Name(id='a', ctx=Load()), op=Add(), "
               "right=Name(id='b', ctx=Load())), ctx=Load())], keywords=[keyword(value=Name(id='c', ctx=Load()))])");
}

Test(parser, statements_print_as_written) {
    static const char *const texts[] = {
        "x = y = z\n",
        "x: int = 3\n",
        "(x): int\n",
        "a, *b = c\n",
        "a.b[c] += d\n",
        "del a, b[0], (c, d)\n",
        "import a.b as c, d\n",
        "from ..a import b as c\n",
        "from . import (x)\n",
        "raise a from b\n",
        "assert a, b\n",
        "global a, b\n",
        "with a as b, c:\n    pass\n",
        "try:\n    pass\nexcept* A as e:\n    pass\nelse:\n    pass\nfinally:\n    pass\n",
        "@d\nasync def f(a, /, b: int = 1, *c, d, e=2, **f) -> g:\n    return await h\n",
        "class A[T: int, *U, **V](B, metaclass=C):\n    x: int\n",
        "def f[T](a: List[int]) -> Dict[str, int]:\n    pass\n",
        "type X[T] = list[T]\n",
        "class A[T = int, *Ts = *tuple[int, ...], **P = [int, 'a,]']]:\n    pass\n",
        "match a:\n    case [1, *_, -2.5] | {'k': v, **rest} as w if x:\n        pass\n    case A.B(c, d=None):\n      "
        "  pass\n",
        "for a, b in c:\n    break\nelse:\n    continue\n",
        "while a:\n    pass\n",
        "if a:\n    pass\nelif b:\n    pass\nelse:\n    pass\n",
        "x = [a for b in c if d for e in f]\n",
        "x = {a: b for c in d}\n",
        "x = a[1:2, ::3, ...]\n",
        "return_ = lambda a, *b, c=1: a\n",
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        const char *printed = unparsed(parse_text(texts[i]));
        cr_assert_str_eq(unparsed(parse_text(printed)), printed, "%s", texts[i]);
        Buf left = {0}, right = {0};
        ast_dump(&left, parse_text(texts[i]));
        ast_dump(&right, parse_text(printed));
        cr_assert_str_eq(left.data, right.data);
        buf_free(&left);
        buf_free(&right);
    }
}

Test(parser, grammar_defects_are_put_right) {
    AstNode *assign = first_statement("type(x).y = z\n");
    cr_assert_eq(assign->kind, AST_Assign);
    cr_assert_str_eq(covered(assign->u.Assign.targets.items[0]->span), "type(x).y");
    cr_assert_str_eq(unparsed(assign), "type(x).y = z\n");
    cr_assert_str_eq(unparsed(first_statement("x = a, *[None] * 3, *(b)\n")), "x = a, *[None] * 3, *b\n");
    cr_assert_str_eq(unparsed(first_statement("with a if b else c as d: pass\n")),
                     "with a if b else c as d:\n    pass\n");
    cr_assert_eq(first_statement("with (a, b): pass")->u.With.items.len, 2);
    cr_assert_eq(first_statement("with (a, b) as c: pass")->u.With.items.len, 1);
    cr_assert_str_eq(unparsed(first_statement("print >>f, x\n")), "print >> f, x\n");
    cr_assert_str_eq(unparsed(first_statement("if a:\n    x = (b. # c\n\nd)\n")), "if a:\n    x = b.d\n");
    AstNode *spec = expression("f'{x:=5}'")->u.JoinedStr.values.items[0]->u.FormattedValue.format_spec;
    cr_assert_str_eq(spec->u.JoinedStr.values.items[0]->u.Constant.value.text, "=5");
    cr_assert_eq(str_len(expression("r'\\\\'")->u.Constant.value.text), 2);
}

Test(parser, names_are_brought_to_normal_form) {
    AstNode *assign = first_statement("\xC2\xB5 = \xF0\x9D\x94\x98n\xC3\xA9\n");
    cr_assert_eq(assign->u.Assign.targets.items[0]->u.Name.id, str_of("\xCE\xBC"));
    cr_assert_eq(assign->u.Assign.value->u.Name.id, str_of("Un\xC3\xA9"));
}

/* ---- literals ---- */

static const AstConstant *constant(const char *text) {
    AstNode *node = expression(text);
    cr_assert_eq(node->kind, AST_Constant, "%s", text);
    return &node->u.Constant.value;
}

Test(parser, numbers) {
    cr_assert_eq(constant("0x1F")->integer, 31);
    cr_assert_eq(constant("0o17")->integer, 15);
    cr_assert_eq(constant("0b1_01")->integer, 5);
    cr_assert_eq(constant("1_000")->integer, 1000);
    cr_assert_eq(constant("9223372036854775807")->integer, INT64_MAX);
    cr_assert(constant("9223372036854775807")->fits_int64);
    cr_assert_not(constant("9223372036854775808")->fits_int64);
    cr_assert_str_eq(constant("1_0000000000000000000000")->digits, "10000000000000000000000");
    cr_assert_not(constant("0xFFFFFFFFFFFFFFFFF")->fits_int64);
    cr_assert_eq(constant("1_0.5e-3")->real, 10.5e-3);
    cr_assert_eq(constant(".5")->kind, AST_CONST_FLOAT);
    cr_assert_eq(constant("1e5j")->kind, AST_CONST_COMPLEX);
    cr_assert_eq(constant("1e5j")->real, 1e5);
    cr_assert_eq(constant("00")->integer, 0);
}

static void check_string(const char *source, const char *value, size_t len) {
    const AstConstant *found = constant(source);
    cr_assert_eq(str_len(found->text), len, "%s", source);
    cr_assert(memcmp(found->text, value, len) == 0, "%s", source);
}

Test(parser, strings) {
    check_string("'a\\n\\t\\x41\\101\\u00e9\\U0001F600\\\\\\q'", "a\n\tAA\xC3\xA9\xF0\x9F\x98\x80\\\\q", 14);
    check_string("r'\\n'", "\\n", 2);
    check_string("'a' \"b\" '''c\n'''", "abc\n", 4);
    check_string("'a\\\nb'", "ab", 2);
    check_string("'\\0'", "\0", 1);
    check_string("b'\\xff\\377\\u'", "\xff\xff\\u", 4);
    check_string("''", "", 0);
    cr_assert_eq(constant("b'x'")->kind, AST_CONST_BYTES);
    cr_assert(constant("u'x'")->u_prefix);
    cr_assert(constant("'\\ud800'")->has_surrogates);
    cr_assert_not(constant("'\xED\x9F\xBF'")->has_surrogates);
    const AstConstant *named = constant("'\\\\ \\N{DASH}'");
    cr_assert(named->opaque);
    cr_assert_str_eq(named->text, "\\\\ \\N{DASH}");
}

Test(parser, f_strings) {
    AstNode *node = expression("'a' f'{{b}}{c!r:>{w}}' \"d\" f'{e = }'");
    cr_assert_eq(node->kind, AST_JoinedStr);
    cr_assert_eq(node->u.JoinedStr.values.len, 4);
    cr_assert_str_eq(node->u.JoinedStr.values.items[0]->u.Constant.value.text, "a{b}");
    AstNode *value = node->u.JoinedStr.values.items[1];
    cr_assert_eq(value->u.FormattedValue.conversion, 'r');
    cr_assert_eq(value->u.FormattedValue.format_spec->u.JoinedStr.values.len, 2);
    cr_assert_str_eq(node->u.JoinedStr.values.items[2]->u.Constant.value.text, "de = ");
    cr_assert_eq(node->u.JoinedStr.values.items[3]->u.FormattedValue.conversion, 'r');
    cr_assert_str_eq(unparsed(expression("f'{a[\"b\"]}{x!s:{y}}'")), "f'{a[\"b\"]}{x!s:{y}}'");
    cr_assert_str_eq(unparsed(expression("f\"{a['b']}'\"")), "f'{a[\"b\"]}\\''");
    cr_assert_str_eq(unparsed(expression("f'''{a['b'] + \"c'\"}'''")), "f'''{a['b'] + \"c'\"}'''");
    cr_assert_not_null(parse_text("x = f\"{a[\"b\"]}\"\n"), "nested quotes of Python 3.12");
    cr_assert_eq(expression("f''")->u.JoinedStr.values.len, 0);
}

/* ---- spans ---- */

Test(parser, spans_cover_the_source) {
    AstNode *def = first_statement("# c\n@a\n@b(1)\nasync def f(x, *y: int): # d\n    return (x)  # e\n\n# f\n");
    cr_assert_str_eq(covered(def->span), "@a\n@b(1)\nasync def f(x, *y: int): # d\n    return (x)");
    cr_assert_str_eq(covered(def->u.AsyncFunctionDef.def_span), "async def f(x, *y: int): # d\n    return (x)");
    cr_assert_str_eq(covered(ast_body(def)->items[0]->span), "return (x)");
    cr_assert_str_eq(covered(def->u.AsyncFunctionDef.args->u.arguments.vararg->span), "y: int");
    cr_assert_eq(span_line(ast_body(def)->items[0]->span), 5);
    AstNode *sum = expression("(a + b) * (c)");
    cr_assert_str_eq(covered(sum->span), "(a + b) * (c)");
    cr_assert_str_eq(covered(sum->u.BinOp.left->span), "a + b");
    cr_assert_str_eq(covered(sum->u.BinOp.right->span), "c");
    AstNode *branch = first_statement("if a:\n  b\nelif c:\n  d\nelse:\n  e # x\n");
    cr_assert_str_eq(covered(branch->span), "if a:\n  b\nelif c:\n  d\nelse:\n  e");
    cr_assert_str_eq(covered(branch->u.If.orelse.items[0]->span), "elif c:\n  d\nelse:\n  e");
}

/* ---- sources ---- */

static SourceFile *text_of(const char *text, size_t len) { return source_from_text(arena, "m.py", text, len, &diags); }

Test(parser, encodings) {
    cr_assert_str_eq(text_of("\xEF\xBB\xBFx = 1\n", 9)->text, "x = 1\n");
    cr_assert_str_eq(text_of("a\r\nb\rc\n", 7)->text, "a\nb\nc\n");
    cr_assert_str_eq(text_of("# coding: latin-1\nx='\xE9'\n", 24)->text, "# coding: utf-8\nx='\xC3\xA9'\n");
    cr_assert_str_eq(text_of("#!x\n# vim: set fileencoding=CP1252 :\n'\x80'", 40)->text,
                     "#!x\n# vim: set fileencoding=utf-8 :\n'\xE2\x82\xAC'");
    cr_assert_str_eq(text_of("x\n\n# coding: nonsense\n", 22)->text, "x\n\n# coding: nonsense\n");
    cr_assert_str_eq(text_of("", 0)->text, "");
    cr_assert_eq(diags.items.len, 0);
    cr_assert_null(text_of("x='\xE9'\n", 6));
    cr_assert_null(text_of("# coding: ascii\n'\xE9'", 19));
    cr_assert_null(text_of("# coding: klingon\n", 18));
    cr_assert_null(text_of("x\0y", 3));
    cr_assert_null(text_of("'\xED\xA0\x80'", 5));
    cr_assert_eq(diags.error_count, 5);
    for (uint32_t i = 0; i < 5; i++)
        cr_assert_eq(diags.items.data[i].code, D_ENCODING);
}

static uint64_t fnv(const char *bytes, size_t len) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

Test(parser, hash_is_of_the_files_bytes) {
    static const char *const texts[] = {
        "", "x = 1\n", "\xEF\xBB\xBFx = 1\n", "a\r\nb\rc\n", "# coding: latin-1\nx='\xE9'\n", "\xC3\xA9 = 1\n"};
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        size_t len = strlen(texts[i]);
        cr_assert_eq(source_hash(text_of(texts[i], len)), fnv(texts[i], len), "%zu", i);
        char path[] = "/tmp/pyaot-test-XXXXXX";
        int fd = mkstemp(path);
        cr_assert_eq(write(fd, texts[i], len), (ssize_t)len);
        close(fd);
        SourceFile *file = source_open(arena, path, &diags);
        unlink(path);
        cr_assert_eq(source_hash(file), fnv(texts[i], len), "%zu", i);
        cr_assert_eq(strlen(file->text), file->len);
    }
}

Test(parser, unreadable_files) {
    cr_assert_null(source_open(arena, "/nonexistent/m.py", &diags));
    cr_assert_null(source_open(arena, "/", &diags));
    cr_assert_null(source_open(arena, "/dev/zero", &diags));
    cr_assert_eq(diags.error_count, 3);
    for (uint32_t i = 0; i < 3; i++)
        cr_assert_eq(diags.items.data[i].code, D_READ);
}

Test(parser, empty_files_are_empty_modules) {
    static const char *const texts[] = {"", "\n\n", "# c", "   ", "\f\n", "\\\n"};
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        AstNode *module = parse_text(texts[i]);
        cr_assert_not_null(module, "'%s'", texts[i]);
        cr_assert_eq(module->u.Module.body.len, 0);
    }
}

Test(parser, expressions_of_the_command_line) {
    const char *good = "GPT(n=12)(i64[B, T])", *two = "a; b", *none = " ";
    AstNode *node = parse_expression(arena, source_from_text(arena, "--call", good, strlen(good), &diags), &diags);
    cr_assert_eq(node->kind, AST_Call);
    cr_assert_null(parse_expression(arena, source_from_text(arena, "--call", two, strlen(two), &diags), &diags));
    cr_assert_null(parse_expression(arena, source_from_text(arena, "--call", none, strlen(none), &diags), &diags));
    cr_assert_eq(diags.error_count, 2);
}

/* ---- errors ---- */

Test(parser, what_cpython_rejects_is_rejected) {
    static const char *const texts[] = {
        "x = (1 +\n",
        "x = )\n",
        "x = (]\n",
        "'abc\n",
        "'''abc\n",
        "if x:\npass\n",
        "  x = 1\n",
        "if x:\n    a\n  b\n",
        "if x:\n\ta\n        b\n",
        "def f(:\n    pass\n",
        "x = = 1\n",
        "print 'x'\n",
        "exec 'x'\n",
        "except E, e:\n",
        "try:\n    a\nexcept E, e:\n    b\n",
        "raise E, 'x'\n",
        "x <> y\n",
        "0777\n",
        "10L\n",
        "`x`\n",
        "f() = 1\n",
        "1 = x\n",
        "a + b = c\n",
        "del f()\n",
        "x + 1 += 2\n",
        "f(a=1, b)\n",
        "f(**a, b)\n",
        "def f(a=1, b): pass\n",
        "def f(*a, *b): pass\n",
        "def f(**a, b): pass\n",
        "[x for x in 1, 2]\n",
        "import a,\n",
        "from a import b,\n",
        "None = 1\n",
        "f'{a'\n",
        "f'}'\n",
        "f'{a!x}'\n",
        "'\\x1'\n",
        "b'\xC3\xA9'\n",
        "'a' b'b'\n",
        "'\\N{DASH'\n",
        "match x:\n    pass\n",
        "x = *a\n",
        "return\n    x\n",
        "class A\n    pass\n",
        "(x): int: y\n",
        "a, b: int\n",
        "x = y: int\n",
        "try:\n    pass\n",
        "lambda (a, b): a\n",
        "x\xC2\xA0= 1\n",
        "x\v= 1\n",
        "(\xE2\x80\x8B)\n",
        "e\xCC\x81 = 1\n",
        "while x\n    a\n",
        "a b\n",
        "x = *[1]\n",
        "a := 1\n",
        "x = a := 1\n",
        "if x:\n    y:\n        z = 1\n",
        "x =\n5\n",
        "if x\n:\n    y\n",
        "f(a=b:=1)\n",
        "x = a, *[1] = 3\n",
        "1_\n",
        "ur'x'\n",
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        cr_assert(*error_of(texts[i]));
}

Test(parser, errors_point_at_the_place) {
    static const struct {
        const char *text;
        uint32_t line, column;
        const char *message;
    } rows[] = {
        {"x = 1\ny = (2 +\nz = 3\n", 2, 5, "this bracket is never closed"},
        {"if a:\n    b\n   c\n", 3, 4, "unindent does not match any outer indentation level"},
        {"if a:\nb\n", 2, 1, "expected an indented block"},
        {"a\n  b\n", 2, 3, "unexpected indent"},
        {"a\nb = 'x\n", 2, 5, "unterminated string literal"},
        {"a\nwith b as f(x): c\n", 2, 11, "cannot assign to a function call"},
        {"a\n\"\"\"b\nc\n", 2, 1, "this triple-quoted string is never closed"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        cr_assert_str_eq(error_of(rows[i].text), rows[i].message);
        Span span = vec_last(&diags.items).span;
        cr_assert_eq(span_line(span), rows[i].line, "%s", rows[i].text);
        cr_assert_eq(span_column(span), rows[i].column, "%s: %u", rows[i].text, span_column(span));
    }
}

/* ---- hostile input: an answer, whatever it is, and no crash ---- */

static void repeat(Buf *out, const char *text, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        buf_puts(out, text);
}

Test(parser, deep_nesting_is_an_error) {
    static const char *const rows[][3] = {
        {"(", "x", ")"},     {"[", "", "]"},     {"-", "x", ""},       {"not ", "x", ""}, {"a.", "b", ""},
        {"a**", "b", ""},    {"a+", "b", ""},    {"lambda:", "x", ""}, {"f(", "x", ")"},  {"x if y else ", "z", ""},
        {"await ", "x", ""}, {"{1:", "2", "}"},  {"", "f", "()"},      {"", "f", "[0]"},  {"*", "x", ""},
        {"a<", "b", ""},     {"f'{", "x", "}'"}, {"", "x = ", ""},     {"x:=", "y", ""},  {"(yield ", "x", ")"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Buf text = {0};
        repeat(&text, rows[i][0], 10000);
        repeat(&text, rows[i][1], strcmp(rows[i][1], "x = ") == 0 ? 10000 : 1);
        repeat(&text, rows[i][2], 10000);
        buf_putc(&text, '\n');
        uint32_t before = diags.items.len;
        AstNode *module = parse_text(text.data);
        cr_assert(module || diags.items.len == before + 1, "row %zu", i);
        if (module)
            unparsed(module);
        buf_free(&text);
    }
}

Test(parser, deep_blocks_are_an_error) {
    Buf text = {0};
    for (uint32_t i = 0; i < 1000; i++) {
        repeat(&text, " ", i);
        buf_puts(&text, "if x:\n");
    }
    cr_assert_str_eq(error_of(text.data), "too many levels of indentation");
    buf_free(&text);
    repeat(&text, "if x: pass\n", 1);
    repeat(&text, "elif x: pass\n", 10000);
    cr_assert_null(parse_text(text.data));
    cr_assert_eq(vec_last(&diags.items).code, D_TOO_LARGE);
    buf_free(&text);
}

Test(parser, random_edits_of_a_program_never_crash, .timeout = 60) {
    static const char program[] =
        "@d\ndef f(a, *b, c=1):\n    x = [i for i in a if i]\n    with a as b:\n        y = f'{x!r:>{b}}' 'z'\n"
        "    match x:\n        case [1, *_]: pass\n        case {'a': b}: return -a ** b\n"
        "    try:\n        raise E from e\n    except (A, B) as e:\n        del a[1:2], b\n"
        "class A(B, m=C):\n    type = 3\n    x: int = lambda q: (yield)\n";
    static const char pieces[] = "()[]{}:;,.'\"\n\t #\\fbr*=@-+0x_eE!?$~`\x80\xC3";
    uint32_t state = 12345;
    for (int round = 0; round < 3000; round++) {
        char text[sizeof(program)];
        memcpy(text, program, sizeof(program));
        for (int edit = 0; edit < 1 + round % 4; edit++) {
            state = state * 1664525u + 1013904223u;
            text[(state >> 8) % (sizeof(program) - 1)] = pieces[(state >> 24) % (sizeof(pieces) - 1)];
        }
        Arena *own = arena_new();
        DiagList list;
        diag_init(&list, own);
        SourceFile *file = source_from_text(own, "m.py", text, sizeof(program) - 1, &list);
        AstNode *module = file ? parse_source(own, file, &list) : NULL;
        cr_assert(module ? list.error_count == 0 : list.error_count == 1, "%s", text);
        if (module) {
            Buf out = {0};
            ast_unparse(&out, module);
            buf_free(&out);
        }
        arena_free(own);
    }
}
