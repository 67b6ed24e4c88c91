/* Arenas, interned strings, maps, buffers, positions and diagnostics. */
#include "support/beside.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "support/beside.h"
#include "support/support.h"

static void fill_arena(void) {
    Arena *arena = arena_new();
    char *blocks[500];
    for (uint32_t i = 0; i < 500; i++) {
        size_t size = (i * 37) % 3000 + (i == 250 ? 3000000 : 0);
        blocks[i] = arena_alloc(arena, size + 1);
        cr_assert_eq((uintptr_t)blocks[i] % 16, 0);
        for (size_t j = 0; j <= size; j++)
            cr_assert_eq(blocks[i][j], 0);
        memset(blocks[i], (int)(i % 251), size + 1);
    }
    for (uint32_t i = 0; i < 500; i++)
        cr_assert_eq((unsigned char)blocks[i][(i * 37) % 3000], i % 251);
    cr_assert_str_eq(arena_printf(arena, "%s-%d", "long enough to need more than one look", 7),
                     "long enough to need more than one look-7");
    cr_assert(memcmp(arena_copy(arena, "a\0b", 3), "a\0b", 3) == 0);
    arena_free(arena);
}

Test(support, arena_gives_zeroed_aligned_memory_that_stays) {
    fill_arena();
    fill_arena(); /* of memory that was in use before */
}

Test(support, peak_counts_live_bytes) {
    size_t before = support_peak_bytes();
    void *block = support_realloc(NULL, before + 1000000);
    cr_assert_geq(support_peak_bytes(), before + 1000000);
    size_t peak = support_peak_bytes();
    support_free(block);
    cr_assert_eq(support_peak_bytes(), peak);
}

Test(support, large_blocks_keep_their_content_and_leave_arenas_zeroed) {
    for (int round = 0; round < 3; round++) {
        size_t size = 300000;
        char *block = support_realloc(NULL, size);
        memset(block, 'x', size);
        for (; size < 9000000; size *= 2) {
            block = support_realloc(block, size * 2);
            cr_assert(block[0] == 'x' && block[size - 1] == 'x');
            memset(block, 'x', size * 2);
        }
        support_free(block);
        fill_arena();
    }
}

Test(support, what_grows_is_given_a_size_that_fits) {
    for (size_t size = 1; size < 5000000; size = size * 3 / 2 + 1) {
        size_t good = support_good_size(size);
        cr_assert(size <= good && good < 2 * size + 100);
        cr_assert_eq(support_good_size(good), good);
    }
}

Test(support, pages_are_zeroed_and_come_to_an_end_also_where_another_thread_clears_them) {
    beside_start();
    uint32_t count = 0;
    for (char *page, *last = NULL; (page = support_take_page()); last = page, count++) {
        cr_assert_eq((uintptr_t)page % SUPPORT_PAGE, 0);
        cr_assert_neq(page, last);
        for (size_t i = 0; count < 20 && i < SUPPORT_PAGE; i += 1000) {
            cr_assert_eq(page[i], 0);
            page[i] = 1;
        }
        if (last && count < 20)
            cr_assert_eq(last[1000], 1); /* what was written stays */
    }
    cr_assert_geq(count, 20);
    cr_assert_null(support_take_page());
    beside_stop();
}

Test(support, failing_allocation_exits_with_3, .exit_code = 3) {
    setenv("PYAOT_ALLOC_FAIL", "5", 1);
    Arena *arena = arena_new();
    for (int i = 0; i < 100; i++)
        arena_alloc(arena, 1 << 20);
}

Test(support, interned_strings_are_equal_when_their_bytes_are) {
    Str a = str_intern("abc", 3), b = str_of("abc"), c = str_format("a%s", "bc");
    cr_assert_eq(a, b);
    cr_assert_eq(a, c);
    cr_assert_neq(a, str_of("abd"));
    Str nul = str_intern("a\0b", 3);
    cr_assert_eq(str_len(nul), 3);
    cr_assert_neq(nul, str_of("a"));
    cr_assert_eq(str_len(str_of("")), 0);
    cr_assert_eq(str_hash(str_of("pyaot")), str_hash(str_format("%s", "pyaot")));
}

Test(support, interned_strings_survive_growth) {
    Str kept[5000];
    for (int i = 0; i < 5000; i++)
        kept[i] = str_format("name_%d", i);
    for (int i = 0; i < 5000; i++)
        cr_assert_eq(kept[i], str_format("name_%d", i));
}

static void intern_names(void *env) {
    Str *names = env;
    for (int i = 0; i < 5000; i++)
        names[i] = str_format("shared_%d", i);
}

Test(support, two_threads_intern_the_same_strings) {
    static Str here[5000], there[5000];
    Beside beside;
    beside_start();
    beside_begin(&beside, intern_names, there);
    intern_names(here);
    beside_end(&beside);
    beside_stop();
    for (int i = 0; i < 5000; i++)
        cr_assert_eq(here[i], there[i]);
}

Test(support, map_replaces_and_keeps_insertion_order) {
    Arena *arena = arena_new();
    Map map;
    map_init(&map, arena);
    cr_assert_null(map_get(&map, 1));
    cr_assert_not(map_has(&map, 1));
    for (uint64_t key = 1000; key > 0; key--)
        map_put(&map, key * 64, arena_printf(arena, "%d", (int)key));
    map_put(&map, 64, "replaced");
    map_put(&map, 7, NULL);
    cr_assert_eq(map.len, 1001);
    cr_assert_eq(map.keys[0], 64000);
    cr_assert_eq(map.keys[999], 64);
    cr_assert_str_eq(map_get(&map, 64), "replaced");
    cr_assert_str_eq(map_get(&map, 500 * 64), "500");
    cr_assert(map_has(&map, 7));
    cr_assert_null(map_get(&map, 7));
    arena_free(arena);
}

Test(support, map_finds_all_at_every_size) {
    Arena *arena = arena_new();
    Map map;
    map_init(&map, arena);
    for (uint64_t count = 0; count < 100; count++) {
        for (uint64_t key = 0; key < 100; key++)
            cr_assert_eq(map_get(&map, key * 8), key < count ? (void *)(uintptr_t)(key + 1) : NULL);
        map_put(&map, count * 8, (void *)(uintptr_t)(count + 1));
    }
    arena_free(arena);
}

Test(support, a_cleared_map_is_as_new) {
    static const uint64_t counts[] = {100, 6, 3}; /* many keys, then few */
    Arena *arena = arena_new();
    Map map;
    map_init(&map, arena);
    for (size_t round = 0; round < COUNT_OF(counts); round++) {
        for (uint64_t key = 0; key < counts[round]; key++) {
            cr_assert(!map_has(&map, key + round));
            map_put(&map, key + round, (void *)(uintptr_t)(key + 1));
        }
        cr_assert_eq(map.len, counts[round]);
        cr_assert_eq((uintptr_t)map_get(&map, 2 + round), 3);
        map_clear(&map);
        cr_assert_eq(map.len, 0);
        cr_assert(!map_has(&map, 2 + round));
    }
    arena_free(arena);
}

Test(support, vector_grows) {
    Arena *arena = arena_new();
    VEC(int) numbers = {0};
    for (int i = 0; i < 1000; i++)
        vec_push(arena, &numbers, i * i);
    cr_assert_eq(numbers.len, 1000);
    cr_assert_eq(numbers.data[999], 999 * 999);
    cr_assert_eq(vec_pop(&numbers), 999 * 999);
    cr_assert_eq(vec_last(&numbers), 998 * 998);
    arena_free(arena);
}

Test(support, buffer_appends_and_terminates) {
    Buf buf = {0};
    buf_puts(&buf, "x");
    for (int i = 0; i < 300; i++)
        buf_printf(&buf, "%d,", i);
    buf_putc(&buf, '!');
    cr_assert_eq(strlen(buf.data), buf.len);
    cr_assert_eq(buf.data[buf.len - 1], '!');
    cr_assert_not_null(strstr(buf.data, ",299,!"));
    buf_free(&buf);
    cr_assert_null(buf.data);
}

Test(support, buffer_prints_what_printf_prints) {
    Buf buf = {0};
#define SAME(...)                                                                                                      \
    do {                                                                                                               \
        char expected[200];                                                                                            \
        snprintf(expected, sizeof expected, __VA_ARGS__);                                                              \
        buf_printf(&buf, __VA_ARGS__);                                                                                 \
        cr_assert_str_eq(buf.data, expected);                                                                          \
        cr_assert_eq(buf.len, strlen(expected));                                                                       \
        buf_free(&buf);                                                                                                \
    } while (0)
    SAME("%s|%d|%u|%c|%%|%d%s", "text", -17, 4000000000u, 'x', 0, "");
    SAME("%d %d %ld %ld %lu", INT32_MIN, INT32_MAX, INT64_MIN, INT64_MAX, UINT64_MAX);
    SAME("%zu %zu", (size_t)0, SIZE_MAX);
    SAME("%*s|%*s|%*s|%*s|%*s", 5, "ab", 1, "ab", -5, "ab", 0, "", 90, "");
    SAME("%.*s|%.*s|%.*s|%.*s", 2, "text", 9, "text", 0, "text", -1, "text");
    SAME("%s %5d|%-8s|%s", "known", 3, "left", "behind what is left to the library");
    SAME("%s %g %s %lld %p", "a", 1.5, "b", -5LL, (void *)&buf);
    SAME("%.3f%%", 2.0);
    SAME("100%% of %s", "it");
    SAME("plain");
#undef SAME
    buf_printf(&buf, "%s", "");
    cr_assert_str_eq(buf.data, "", "there is a text, though an empty one");
    buf_free(&buf);
}

Test(support, texts_are_apart_whatever_was_freed_before) {
    Buf bufs[20] = {0};
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 20; i++)
            buf_printf(&bufs[i], "%d%*s", i * 100 + round, i * 400, "|");
        for (int i = 0; i < 20; i++) {
            cr_assert_eq(atoi(bufs[i].data), i * 100 + round);
            cr_assert_eq(bufs[i].data[bufs[i].len - 1], '|');
            buf_free(&bufs[i]);
            cr_assert(!bufs[i].data && !bufs[i].len && !bufs[i].cap);
        }
    }
}

static SourceFile sample_file(void) {
    SourceFile file = {.path = str_of("dir/m.py"), .display = str_of("m.py")};
    file.text = "abc\n\n\xC3\xA9\xC3\xA9 = 1\tx\nlast";
    file.len = (uint32_t)strlen(file.text);
    file.is_decoded = true;
    return file;
}

Test(support, positions_count_lines_and_code_points) {
    SourceFile file = sample_file();
    Span span = {.file = &file, .begin = 10, .end = 11}; /* the `=` behind two letters of two bytes each */
    cr_assert_eq(span_line(span), 3);
    cr_assert_eq(span_column(span), 4);
    size_t len;
    const char *line = span_line_text(span, &len);
    cr_assert_eq(len, strlen("\xC3\xA9\xC3\xA9 = 1\tx") - 0);
    cr_assert(strncmp(line, "\xC3\xA9", 2) == 0);
    span.begin = 0;
    cr_assert_eq(span_line(span), 1);
    span.begin = file.len;
    cr_assert_eq(span_line(span), 4);
    cr_assert_eq(span_line((Span){0}), 0);
    cr_assert_eq(span_column((Span){0}), 0);
}

Test(support, diagnostics_show_line_and_caret) {
    Arena *arena = arena_new();
    SourceFile file = sample_file();
    DiagList list;
    diag_init(&list, arena);
    diag_add(&list, DIAG_WARNING, D_SYNTAX, (Span){.file = &file, .begin = 0, .end = 2}, "odd %s", "thing");
    diag_add(&list, DIAG_ERROR, D_READ, (Span){0}, "gone");
    cr_assert_eq(list.items.len, 2);
    cr_assert_eq(list.error_count, 1);
    Buf out = {0};
    diag_print(&out, &list.items.data[0]);
    diag_print(&out, &list.items.data[1]);
    char *expected = arena_printf(arena,
                                  "m.py:1:1: warning: odd thing [PY001]\n    abc\n    ^~\n  hint: %s\n"
                                  "pyaot: error: gone [PY002]\n  hint: %s\n",
                                  diag_hint(D_SYNTAX), diag_hint(D_READ));
    cr_assert_str_eq(out.data, expected);
    buf_free(&out);
    arena_free(arena);
}

Test(support, long_lines_are_cut_around_the_position) {
    Arena *arena = arena_new();
    char text[2000];
    memset(text, 'a', sizeof(text));
    text[1000] = 'X';
    SourceFile file = {
        .path = str_of("m"), .display = str_of("m"), .text = text, .len = sizeof(text), .is_decoded = true};
    DiagList list;
    diag_init(&list, arena);
    diag_add(&list, DIAG_ERROR, D_SYNTAX, (Span){.file = &file, .begin = 1000, .end = 1001}, "here");
    Buf out = {0};
    diag_print(&out, &list.items.data[0]);
    cr_assert_lt(out.len, 500);
    const char *line = strchr(out.data, '\n') + 1, *caret = strchr(line, '\n') + 1;
    cr_assert_eq(line[strchr(caret, '^') - caret], 'X');
    buf_free(&out);
    arena_free(arena);
}

Test(support, every_diagnostic_has_its_own_id_and_texts) {
    for (int i = 0; i < DIAG_CODE_COUNT; i++) {
        cr_assert(strlen(diag_id((DiagCode)i)) == 5);
        cr_assert(*diag_title((DiagCode)i));
        for (int j = 0; j < i; j++)
            cr_assert_str_neq(diag_id((DiagCode)i), diag_id((DiagCode)j));
    }
}

Test(support, a_fault_of_ours_exits_with_3, .exit_code = 3) { ICE("on purpose: %d", 1); }
