/* The files embedded in the compiler are those of the tree, byte for byte. */
#include "support/embedded.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The tree's path of an embedded file; the unit tests run at the root of the tree. */
static void path_of(const char *name, char *path, size_t size) {
    snprintf(path, size, "%s%s", strncmp(name, "prelude/", 8) == 0 ? "analysis/" : "", name);
}

Test(embedded, every_file_is_what_the_tree_holds) {
    int count = 0;
    for (const EmbeddedFile *file = embedded_files; file->name; file++, count++) {
        char path[512];
        path_of(file->name, path, sizeof path);
        FILE *stream = fopen(path, "rb");
        cr_assert_not_null(stream, "%s is embedded but not in the tree", path);
        char *text = malloc(file->len + 1);
        size_t len = fread(text, 1, file->len + 1, stream);
        fclose(stream);
        cr_assert_eq(len, file->len, "%s: %zu bytes embedded, another length in the tree", path, file->len);
        cr_assert_eq(memcmp(text, file->text, len), 0, "%s differs", path);
        cr_assert_eq(file->text[file->len], '\0');
        free(text);
    }
    cr_assert_gt(count, 0);
}

Test(embedded, names_are_sorted_and_found) {
    for (const EmbeddedFile *file = embedded_files; file->name; file++) {
        cr_assert_eq(embedded_find(file->name), file);
        if (file[1].name)
            cr_assert_lt(strcmp(file->name, file[1].name), 0);
    }
}

Test(embedded, an_unknown_name_gives_null) {
    cr_assert_null(embedded_find("runtime/none.h"));
    cr_assert_null(embedded_find(""));
}
