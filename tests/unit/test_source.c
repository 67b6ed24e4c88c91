/* Sources, facts and element types: their text, their identity, their order; promotion against a table made by torch.
 */
#include "analysis/source.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

/* ---- element types --------------------------------------------------------------------------------------------- */

/* torch.promote_types(a, b) of torch 2.13.0, a down, b across, as hexadecimal indices into dtype.def. */
static const char *const promotion[DT_COUNT] = {
    "0 1 2 3 4 5 6 7 8 9 a b", "1 1 3 3 4 5 6 7 8 9 a b", "2 3 2 3 4 5 6 7 8 9 a b", "3 3 3 3 4 5 6 7 8 9 a b",
    "4 4 4 4 4 5 6 7 8 9 a b", "5 5 5 5 5 5 6 7 8 9 a b", "6 6 6 6 6 6 6 8 8 9 a b", "7 7 7 7 7 7 8 7 8 9 a b",
    "8 8 8 8 8 8 8 8 8 9 a b", "9 9 9 9 9 9 9 9 9 9 b b", "a a a a a a a a a b a b", "b b b b b b b b b b b b",
};

Test(dtype, promotion_is_that_of_torch) {
    for (int a = 0; a < DT_COUNT; a++)
        for (int b = 0; b < DT_COUNT; b++) {
            char digit = promotion[a][2 * b];
            int expected = digit <= '9' ? digit - '0' : digit - 'a' + 10;
            cr_expect_eq((int)dtype_promote((DType)a, (DType)b), expected, "%s, %s", dtype_info[a].short_name,
                         dtype_info[b].short_name);
        }
}

Test(dtype, names) {
    cr_expect_eq(dtype_by_torch_name("float"), DT_F32);
    cr_expect_eq(dtype_by_torch_name("float64"), DT_F64);
    cr_expect_eq(dtype_by_torch_name("long"), DT_I64);
    cr_expect_eq(dtype_by_torch_name("float8_e4m3fn"), DT_NONE);
    for (int d = 0; d < DT_COUNT; d++) {
        cr_expect_eq((int)dtype_by_short_name(dtype_info[d].short_name), d);
        cr_expect_eq((int)dtype_by_torch_name(dtype_info[d].torch_name), d);
    }
}

/* ---- sources --------------------------------------------------------------------------------------------------- */

static void expect_text(const Source *source, const char *text) {
    Buf out = {0};
    source_print(&out, source);
    cr_expect_str_eq(out.data, text);
    buf_free(&out);
}

Test(source, text_is_the_programs_own) {
    const Source *self = source_arg(0, str_of("self"));
    const Source *blocks = source_param(self, str_of("blocks"));
    const Source *block = source_param(blocks, str_of("0"));
    expect_text(source_param(source_param(block, str_of("ln_1")), str_of("weight")), "self.blocks[0].ln_1.weight");
    expect_text(source_item_int(source_attr(self, str_of("xs")), -1), "self.xs[-1]");
    expect_text(source_item_str(source_free(str_of("table")), str_of("it's")), "table[\"it's\"]");
    expect_text(source_attr(source_global(NULL, str_of("cfg")), str_of("n")), "cfg.n");
    expect_text(source_global(str_of("pkg.mod"), str_of("EPS")), "pkg.mod.EPS");
}

Test(source, equal_paths_are_one) {
    const Source *a = source_attr(source_arg(0, str_of("a")), str_of("w"));
    cr_expect_eq(a, source_attr(source_arg(0, str_of("a")), str_of("w")));
    cr_expect_neq(a, source_param(source_arg(0, str_of("a")), str_of("w")));
    cr_expect_neq(source_global(NULL, str_of("x")), source_free(str_of("x")));
    cr_expect_neq(source_item_int(a, 0), source_item_int(a, 1));
    cr_expect_neq(source_global(str_of("m"), str_of("x")), source_global(NULL, str_of("x")));
}

/* ---- constants ------------------------------------------------------------------------------------------------- */

static void expect_constant(Constant constant, const char *text) {
    Buf out = {0};
    constant_print(&out, &constant);
    cr_expect_str_eq(out.data, text);
    buf_free(&out);
}

Test(source, constants_print_as_repr) {
    static const struct {
        double value;
        const char *text;
    } floats[] = {
        {1.0, "1.0"},
        {-0.0, "-0.0"},
        {0.1, "0.1"},
        {100.0, "100.0"},
        {1e16, "1e+16"},
        {1e15, "1000000000000000.0"},
        {1e-4, "0.0001"},
        {1e-5, "1e-05"},
        {1.0 / 3, "0.3333333333333333"},
        {5e-324, "5e-324"},
        {1.7976931348623157e308, "1.7976931348623157e+308"},
        {INFINITY, "inf"},
        {-INFINITY, "-inf"},
        {NAN, "nan"},
        {123456.789, "123456.789"},
        {-2.5e-7, "-2.5e-07"},
        {9007199254740993.0, "9007199254740992.0"},
    };
    for (size_t i = 0; i < COUNT_OF(floats); i++)
        expect_constant((Constant){.kind = CONST_FLOAT, .f = floats[i].value}, floats[i].text);
    expect_constant((Constant){.kind = CONST_NONE}, "None");
    expect_constant((Constant){.kind = CONST_BOOL, .i = 1}, "True");
    expect_constant((Constant){.kind = CONST_INT, .i = INT64_MIN}, "-9223372036854775808");
    expect_constant((Constant){.kind = CONST_STR, .s = str_of("a\n\"b'\\")}, "'a\\n\"b\\'\\\\'");
    expect_constant((Constant){.kind = CONST_STR, .s = str_of("it's")}, "\"it's\"");
    expect_constant((Constant){.kind = CONST_STR, .s = str_intern("\0\x01", 2)}, "'\\x00\\x01'");
}

/* ---- facts ----------------------------------------------------------------------------------------------------- */

static void expect_fact(Fact fact, const char *text) {
    cr_expect_str_eq(fact_text(&fact), text);
    cr_expect_eq(fact_text(&fact), str_of(text));
}

static const ShExpr *size_of(ShContext *cx, const char *name, ShOriginKind kind, const Source *origin, int index) {
    return sh_symbol(cx, str_of(name), 0, INT64_MAX, -1, kind, origin, index);
}

Test(source, facts_read_as_python) {
    ShContext *cx = sh_context_new(arena_new());
    const Source *a = source_arg(0, str_of("a")), *n = source_arg(1, str_of("n"));
    const Source *w = source_param(source_arg(2, str_of("self")), str_of("w"));
    const ShExpr *columns = size_of(cx, "N", SH_FROM_DIM, a, 1), *rows = size_of(cx, "M", SH_FROM_DIM, w, 0);
    const ShExpr *stride = size_of(cx, "s", SH_FROM_STRIDE, a, 0);
    const ShExpr *pair[2] = {columns, rows}, *strides[2] = {stride, sh_const(cx, 1)};
    const ShExpr *bound[2] = {sh_add(cx, sh_mul(cx, sh_const(cx, 2), columns), size_of(cx, "n", SH_FROM_INT, n, 0)),
                              size_of(cx, "len", SH_FROM_LEN, a, 0)};
    Constant mean = {.kind = CONST_STR, .s = str_of("mean")}, none = {.kind = CONST_NONE};
    expect_fact((Fact){.kind = FACT_TENSOR, .source = a, .dtype = DT_F32, .rank = 2},
                "a: Tensor, f32, rank 2, no grad");
    expect_fact((Fact){.kind = FACT_TENSOR, .source = a, .dtype = DT_F32, .rank = -1},
                "a: Tensor, f32, any rank, no grad");
    expect_fact((Fact){.kind = FACT_LAYOUT, .source = a}, "a: contiguous");
    expect_fact((Fact){.kind = FACT_LAYOUT, .source = a, .count = 2, .exprs = strides}, "a: strides (a.stride(0), 1)");
    expect_fact((Fact){.kind = FACT_SAME_SHAPE, .source = a, .other = w}, "a.shape == self.w.shape");
    expect_fact((Fact){.kind = FACT_TYPE, .source = n, .text = str_of("int")}, "type(n) is int");
    expect_fact((Fact){.kind = FACT_VALUE, .source = n, .constant = mean}, "n == 'mean'");
    expect_fact((Fact){.kind = FACT_VALUE, .source = n, .constant = none}, "n is None");
    expect_fact((Fact){.kind = FACT_LEN, .source = n, .number = 3}, "len(n) == 3");
    expect_fact((Fact){.kind = FACT_COMPARE, .compare = SH_EQ, .count = 2, .exprs = pair},
                "a.shape[1] == self.w.shape[0]");
    expect_fact((Fact){.kind = FACT_COMPARE, .compare = SH_LT, .count = 2, .exprs = bound},
                "2*a.shape[1] + n < len(a)");
    expect_fact((Fact){.kind = FACT_SAME, .source = a, .other = w}, "a is self.w");
    expect_fact((Fact){.kind = FACT_IS, .source = a, .text = str_of("torch.sigmoid")}, "torch.sigmoid is unchanged");
    expect_fact((Fact){.kind = FACT_CLASS, .source = a, .text = str_of("torch.nn.modules.linear:Linear")},
                "type(a) is torch.nn.modules.linear.Linear");
    expect_fact((Fact){.kind = FACT_CLASS, .source = a, .text = str_of(":Outer.Inner")}, "type(a) is Outer.Inner");
    expect_fact((Fact){.kind = FACT_CODE, .source = a, .text = str_of(":helper")}, "the code of helper is unchanged");
    expect_fact((Fact){.kind = FACT_MODULES, .source = a, .number = 7}, "a and below it: 3 different modules");
    expect_fact((Fact){.kind = FACT_MODULES, .source = a, .number = 4}, "a: right below it 2 different modules");
    expect_fact((Fact){.kind = FACT_DEFAULT_DTYPE, .dtype = DT_F32}, "torch.get_default_dtype() is torch.float32");
}

Test(source, facts_are_added_once) {
    FactList facts = {.arena = arena_new()};
    const Source *a = source_arg(0, str_of("a"));
    Fact zero = {.kind = FACT_VALUE, .source = a, .constant = {.kind = CONST_FLOAT, .f = 0.0}}, minus = zero;
    minus.constant.f = -0.0;
    fact_add(&facts, &zero);
    fact_add(&facts, &zero);
    fact_add(&facts, &minus);
    cr_expect_eq(facts.items.len, 2, "0.0 and -0.0 are two values");
    zero.span.begin = 7;
    fact_add(&facts, &zero);
    cr_expect_eq(facts.items.len, 2, "the place does not count");
}

Test(source, facts_are_ordered_by_what_they_need) {
    FactList facts = {.arena = arena_new()};
    ShContext *cx = sh_context_new(facts.arena);
    const Source *self = source_arg(0, str_of("self")), *x = source_arg(1, str_of("x"));
    const Source *fc = source_param(self, str_of("fc")), *w = source_param(fc, str_of("w"));
    const ShExpr *pair[2] = {size_of(cx, "N", SH_FROM_DIM, x, 0), size_of(cx, "M", SH_FROM_DIM, w, 0)};
    const Fact wanted[] = {
        {.kind = FACT_CLASS, .source = self, .text = str_of(":Net")},
        {.kind = FACT_TENSOR, .source = x, .rank = 1},
        {.kind = FACT_PLAIN_MODULE, .source = self},
        {.kind = FACT_LAYOUT, .source = x},
        {.kind = FACT_CLASS, .source = fc, .text = str_of(":Fc")},
        {.kind = FACT_TENSOR, .source = w, .rank = 1},
        {.kind = FACT_COMPARE, .compare = SH_EQ, .count = 2, .exprs = pair},
        {.kind = FACT_IS, .source = source_global(NULL, str_of("f")), .text = str_of("torch.sigmoid")},
    };
    static const int order[] = {7, 6, 0, 5, 4, 1, 3, 2};
    for (size_t i = 0; i < COUNT_OF(order); i++)
        fact_add(&facts, &wanted[order[i]]);
    fact_sort(&facts);
    for (size_t i = 0; i < COUNT_OF(wanted); i++)
        cr_expect_eq(facts.items.data[i].kind, wanted[i].kind, "place %zu holds kind %d", i, facts.items.data[i].kind);
}
