/* What a definition calls by name, read off its text: see module_index.h. Words mean the same to Python wherever they
 * stand outside of strings and comments, so that no tree is needed; calls inside f-strings are not seen. */
#include <ctype.h>
#include <string.h>

#include "parser/line_scan.h"
#include "parser/module_index.h"

static bool is_word_byte(char c) { return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80; }

/* Behind the dotted name that begins at `at`. */
static uint32_t name_end(const char *text, uint32_t at) {
    while (is_word_byte(text[at]) || (text[at] == '.' && is_word_byte(text[at + 1])))
        at++;
    return at;
}

static bool is_definition(const char *text, uint32_t begin, uint32_t end) {
    return (end - begin == 3 && memcmp(text + begin, "def", 3) == 0) ||
           (end - begin == 5 && memcmp(text + begin, "class", 5) == 0);
}

void index_called_names(const IndexEntry *entry, void (*visit)(Str name, void *data), void *data) {
    const char *text = entry->span.file->text;
    bool defines = false; /* the word in front is `def` or `class` */
    for (uint32_t at = entry->span.begin; at < entry->span.end;) {
        if (text[at] == '#') {
            at += (uint32_t)strcspn(text + at, "\n");
        } else if (text[at] == '\'' || text[at] == '"') {
            at = line_scan_string(entry->span.file, at);
        } else if (is_word_byte(text[at])) {
            uint32_t end = name_end(text, at), next = end;
            while (text[next] == ' ' || text[next] == '\t')
                next++;
            bool is_part = at > 0 && text[at - 1] == '.'; /* of what stands in front: f(x).name */
            if (text[next] == '(' && !is_part && !defines)
                visit(str_intern(text + at, end - at), data);
            defines = is_definition(text, at, end);
            at = end;
        } else {
            at++;
        }
    }
}
