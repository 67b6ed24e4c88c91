/* Words of Python text, for those who look at lines without parsing them. */
#ifndef PYAOT_WORDS_H
#define PYAOT_WORDS_H

#include <ctype.h>
#include <string.h>

#include "support/support.h"

/* Behind the letters, digits, underscores and characters beyond ASCII from `at` on. */
static inline uint32_t word_end(const char *text, uint32_t at, uint32_t end) {
    while (at < end && (isalnum((unsigned char)text[at]) || text[at] == '_' || (unsigned char)text[at] >= 0x80))
        at++;
    return at;
}

static inline bool is_word(const char *text, uint32_t begin, uint32_t end, const char *word) {
    return end - begin == strlen(word) && memcmp(text + begin, word, end - begin) == 0;
}

/* A word of ASCII letters that begins a statement of its own kind, or is no name. */
static inline bool is_keyword(const char *text, uint32_t begin, uint32_t end) {
    static const char *const words[] = {"False", "None",  "True",   "assert", "await",  "break",    "continue",
                                        "del",   "from",  "global", "import", "lambda", "nonlocal", "not",
                                        "pass",  "print", "raise",  "return", "type",   "yield"};
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (is_word(text, begin, end, words[i]))
            return true;
    return false;
}

#endif
