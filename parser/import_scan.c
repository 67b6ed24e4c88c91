/* What import statements bind, read off their text: see import_scan.h. */
#include "parser/import_scan.h"

#include "parser/words.h"

/* The next word, dots included, or other character of an import; in brackets there are newlines and comments, too. */
static Span next_token(const SourceFile *file, uint32_t at, uint32_t end) {
    const char *text = file->text;
    while (at < end && (strchr(" \t\n", text[at]) || text[at] == '#'))
        at += text[at] == '#' ? (uint32_t)strcspn(text + at, "\n") : 1;
    Span token = {.file = file, .begin = at, .end = at};
    while (token.end < end && (isalnum((unsigned char)text[token.end]) || strchr("_.", text[token.end])))
        token.end++;
    token.end += token.end == at && at < end;
    return token;
}

static bool is_token(Span token, const char *word) { return is_word(token.file->text, token.begin, token.end, word); }

static bool is_name(Span token) {
    const char *text = token.file->text;
    return (isalpha((unsigned char)text[token.begin]) || text[token.begin] == '_') && token.end > token.begin &&
           !is_keyword(text, token.begin, token.end);
}

/* `a.b as c, d`, up to the closing bracket or the end; gives how many names are bound, 0: it is something else. */
static uint32_t read_aliases(Span token, uint32_t end, bool is_from, bool bracket, Str *names) {
    for (uint32_t count = 0;;) {
        const char *name = token.file->text + token.begin, *dot = memchr(name, '.', token.end - token.begin);
        if (!is_name(token) || (is_from && dot))
            return 0;
        size_t len = dot ? (size_t)(dot - name) : token.end - token.begin;
        token = next_token(token.file, token.end, end);
        if (is_token(token, "as")) {
            token = next_token(token.file, token.end, end);
            name = token.file->text + token.begin;
            len = token.end - token.begin;
            if (!is_name(token) || memchr(name, '.', len))
                return 0;
            token = next_token(token.file, token.end, end);
        }
        names[count++] = str_intern(name, len);
        bool comma = is_token(token, ",");
        token = comma ? next_token(token.file, token.end, end) : token;
        if (bracket && is_token(token, ")"))
            return token.end == end ? count : 0;
        if (!bracket && !comma)
            return token.begin == end ? count : 0;
        if (!comma)
            return 0;
    }
}

uint32_t import_scan(Arena *arena, const SourceFile *file, const LogicalLine *line, const Str **bound) {
    Span token = next_token(file, line->begin, line->end);
    bool is_from = is_token(token, "from");
    if (!line->plain || line->equals || !(is_from || is_token(token, "import")))
        return 0;
    token = next_token(file, token.end, line->end);
    if (is_from) {
        Span import = next_token(file, token.end, line->end);
        if (!is_token(import, "import"))
            return 0;
        token = next_token(file, import.end, line->end);
    }
    bool bracket = is_from && is_token(token, "(");
    token = bracket ? next_token(file, token.end, line->end) : token;
    uint32_t commas = 0;
    for (uint32_t i = token.begin; i < line->end; i++)
        commas += file->text[i] == ',';
    Str *names = arena_array(arena, Str, commas + 1);
    bool is_star = is_from && !bracket && is_token(token, "*") && token.end == line->end;
    names[0] = is_star ? str_of("*") : NULL;
    *bound = names;
    return is_star ? 1 : read_aliases(token, line->end, is_from, bracket, names);
}
