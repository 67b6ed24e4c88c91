/* Logical lines of Python text: see line_scan.h.
 *
 * Knows brackets, strings (also f-strings with nested quotes, as Python 3.12 reads them), comments, continuations, and
 * indentation by the rules of CPython's tokenizer: tabs go to multiples of 8, and the order of two indentations must
 * not depend on the size of a tab. */
#include "parser/line_scan.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

enum { LONG_STRING = 64 /* bytes: what is worth a gap */ };
enum { MAX_BRACKETS = 200, MAX_INDENTS = 100, MAX_STRING_NESTING = 50 }; /* the first two are CPython's own */

typedef struct Scanner {
    LineScan *scan;
    const char *text;
    uint32_t at, end;
    uint32_t *brackets; /* positions of the open ones; NULL: a string is scanned */
    uint32_t bracket_count;
    uint32_t string_nesting;
    bool in_type_list;      /* the outermost open bracket holds type parameters ... */
    uint32_t default_begin; /* ... and the default of one of them has begun here; 0: none */
    uint32_t comment_begin; /* of the comment that ends this physical line; 0: none */
} Scanner;

static bool fail(Scanner *scanner, uint32_t at, const char *message) {
    if (!scanner->scan->error) {
        scanner->scan->error = message;
        scanner->scan->error_begin = at;
    }
    return false;
}

static void add_patch(Scanner *scanner, PatchKind kind, uint32_t begin, uint32_t end) {
    Patch patch = {.kind = kind, .begin = begin, .end = end};
    if (scanner->scan->arena)
        vec_push(scanner->scan->arena, &scanner->scan->patches, patch);
}

static void add_gap(LineScan *scan, uint32_t begin, uint32_t end) {
    Gap gap = {begin, end};
    if (scan->arena)
        vec_push(scan->arena, &scan->gaps, gap);
}

static char peek(const Scanner *scanner, uint32_t offset) {
    return scanner->at + offset < scanner->end ? scanner->text[scanner->at + offset] : '\0';
}

static bool scan_string(Scanner *scanner);

/* Inside an f-string, behind a `{` : up to and with the matching `}`. */
static bool scan_replacement(Scanner *scanner, bool in_single_quotes) {
    uint32_t open = scanner->at - 1, depth = 0;
    bool in_specifier = false;
    while (scanner->at < scanner->end) {
        char c = scanner->text[scanner->at];
        if (c == '\n' && in_single_quotes && in_specifier)
            break;
        if (in_specifier && c == '{') {
            scanner->at++;
            if (!scan_replacement(scanner, in_single_quotes))
                return false;
        } else if (c == '}' && depth == 0) {
            scanner->at++;
            return true;
        } else if (in_specifier) {
            scanner->at++;
        } else if (c == '\'' || c == '"') {
            if (!scan_string(scanner))
                return false;
        } else {
            depth += c == '(' || c == '[' || c == '{';
            depth -= depth && (c == ')' || c == ']' || c == '}');
            if (c == ':' && depth == 0) {
                in_specifier = true;
                if (peek(scanner, 1) == '=')
                    add_patch(scanner, PATCH_SPECIFIER, scanner->at + 1, scanner->at + 2);
            }
            if (c == '#')
                while (scanner->at + 1 < scanner->end && scanner->text[scanner->at + 1] != '\n')
                    scanner->at++;
            scanner->at++;
        }
    }
    return fail(scanner, open, "'{' was never closed in an f-string");
}

/* Whether the letters directly in front of the quote at `at` make it an f-string. */
static bool has_format_prefix(const Scanner *scanner, uint32_t at) {
    bool format = false;
    uint32_t letters = 0;
    while (at > 0 && letters < 3 && isalpha((unsigned char)scanner->text[at - 1])) {
        at--;
        letters++;
        format |= tolower((unsigned char)scanner->text[at]) == 'f';
    }
    bool word_goes_on = at > 0 && (isalnum((unsigned char)scanner->text[at - 1]) || scanner->text[at - 1] == '_' ||
                                   (unsigned char)scanner->text[at - 1] >= 0x80);
    return format && letters <= 2 && !word_goes_on;
}

/* A string whose opening quote is at scanner->at; moves behind its closing quote. */
static bool scan_string(Scanner *scanner) {
    uint32_t open = scanner->at;
    char quote = scanner->text[open];
    bool format = has_format_prefix(scanner, open);
    bool triple = peek(scanner, 1) == quote && peek(scanner, 2) == quote;
    const char what_counts[] = {quote, '\\', triple ? quote : '\n', format ? '{' : quote, '\0'};
    if (++scanner->string_nesting > MAX_STRING_NESTING)
        return fail(scanner, open, "f-strings are nested too deeply");
    scanner->at += triple ? 3 : 1;
    while (scanner->at < scanner->end) {
        scanner->at += (uint32_t)strcspn(scanner->text + scanner->at, what_counts);
        char c = scanner->text[scanner->at];
        if (c == quote && (!triple || (peek(scanner, 1) == quote && peek(scanner, 2) == quote))) {
            if (triple && !format && scanner->string_nesting == 1 && scanner->at - open > LONG_STRING)
                add_gap(scanner->scan, open + 3, scanner->at);
            scanner->at += triple ? 3 : 1;
            scanner->string_nesting--;
            return true;
        }
        if (c == '\n' && !triple)
            break;
        if (c == '\\' && !(format && (peek(scanner, 1) == '{' || peek(scanner, 1) == '}'))) {
            bool named = format && peek(scanner, 1) == 'N' && peek(scanner, 2) == '{';
            scanner->at += named ? 3 : 2;
        } else if (format && c == '{' && peek(scanner, 1) == '{') {
            scanner->at += 2;
        } else if (format && c == '{') {
            scanner->at++;
            if (!scan_replacement(scanner, !triple))
                return false;
        } else {
            scanner->at++;
        }
    }
    return fail(scanner, open, triple ? "this triple-quoted string is never closed" : "unterminated string literal");
}

uint32_t line_scan_string(const SourceFile *file, uint32_t at) {
    LineScan scan = {.file = file};
    Scanner scanner = {.scan = &scan, .text = file->text, .at = at, .end = file->len};
    return scan_string(&scanner) ? scanner.at : file->len;
}

static bool close_bracket(Scanner *scanner, char c) {
    static const char pairs[] = "()[]{}";
    if (!scanner->bracket_count)
        return fail(scanner, scanner->at, c == ')' ? "unmatched ')'" : c == ']' ? "unmatched ']'" : "unmatched '}'");
    char open = scanner->text[scanner->brackets[--scanner->bracket_count]];
    if (strchr(pairs, open)[1] != c)
        return fail(scanner, scanner->at, "this closing bracket does not match the opening one");
    return true;
}

/* Blank and comment lines; leaves scanner->at on the first byte of a token, and measures its indentation. */
static bool skip_to_token(Scanner *scanner, LogicalLine *line) {
    line->column = line->tab_column = 0;
    for (; scanner->at < scanner->end; scanner->at++) {
        char c = scanner->text[scanner->at];
        if (c == ' ') {
            line->column++;
            line->tab_column++;
        } else if (c == '\t') {
            line->column = line->column / 8 * 8 + 8;
            line->tab_column++;
        } else if (c == '\n' || c == '\f') {
            line->column = line->tab_column = 0;
        } else if (c == '#') {
            while (scanner->at + 1 < scanner->end && scanner->text[scanner->at + 1] != '\n')
                scanner->at++;
        } else if (c == '\\' && peek(scanner, 1) == '\n') {
            scanner->at++; /* the indentation is that of the first line, and what follows adds to it */
        } else {
            return true;
        }
    }
    return false;
}

/* Control characters and the blanks of Unicode, which tree-sitter skips and Python rejects. */
static bool is_odd_blank(const Scanner *scanner) {
    static const char *const blanks[] = {"\xC2\x85",     "\xC2\xA0",     "\xE1\x9A\x80", "\xE2\x80\xA8",
                                         "\xE2\x80\xA9", "\xE2\x80\xAF", "\xE2\x81\x9F", "\xE2\x81\xA0",
                                         "\xE3\x80\x80", "\xEF\xBB\xBF"};
    const char *text = scanner->text + scanner->at;
    size_t left = scanner->end - scanner->at;
    if ((unsigned char)text[0] < 0x80)
        return (unsigned char)text[0] < 0x20 && !strchr("\t\n\f", text[0]);
    for (size_t i = 0; i < COUNT_OF(blanks); i++)
        if (left >= strlen(blanks[i]) && memcmp(text, blanks[i], strlen(blanks[i])) == 0)
            return true;
    return left >= 3 && memcmp(text, "\xE2\x80", 2) == 0 && (unsigned char)text[2] <= 0x8B; /* U+2000 to U+200B */
}

static bool ends_with_word(const char *text, uint32_t begin, uint32_t end, const char *word) {
    uint32_t len = (uint32_t)strlen(word);
    if (end - begin < len || memcmp(text + end - len, word, len) != 0)
        return false;
    char before = end - begin > len ? text[end - len - 1] : ' ';
    return !isalnum((unsigned char)before) && before != '_';
}

/* Whether the innermost bracket opens an index, or a list behind a word: both take patches. */
static bool is_in_index(const Scanner *scanner) {
    if (!scanner->bracket_count)
        return false;
    const char *text = scanner->text;
    uint32_t at = scanner->brackets[scanner->bracket_count - 1];
    if (text[at] != '[')
        return false;
    while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t'))
        at--;
    char before = at > 0 ? text[at - 1] : ' ';
    return isalnum((unsigned char)before) || (unsigned char)before >= 0x80 || strchr("_)]}'\"", before);
}

/* Whether the line ends with a word behind which a tuple without parentheses may stand. */
static bool follows_word(const Scanner *scanner, const LogicalLine *line) {
    static const char *const words[] = {"return", "yield", "in"};
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (ends_with_word(scanner->text, line->begin, line->end, words[i]))
            return true;
    return false;
}

/* A `*` that tree-sitter's grammar would reject: an element of an index, or of a tuple without parentheses, that is not
 * a name. */
static void note_splat(Scanner *scanner, const LogicalLine *line, char last) {
    uint32_t next = scanner->at + 1;
    while (next < scanner->end && (scanner->text[next] == ' ' || scanner->text[next] == '\t'))
        next++;
    if (next == scanner->end || !strchr("([{'\"", scanner->text[next]))
        return;
    bool follows = last == ',' || (scanner->bracket_count ? last == '[' : last == '=' || follows_word(scanner, line));
    if (follows && (!scanner->bracket_count || is_in_index(scanner)))
        add_patch(scanner, PATCH_SPLAT, scanner->at, scanner->at + 1);
}

/* At a newline inside brackets: if what follows stands left of the statement, tree-sitter's scanner may end a block
 * there. Leaves scanner->at on the last newline of a run of blank lines. */
static void note_newline(Scanner *scanner, const LogicalLine *line) {
    uint32_t column = 0, at = scanner->at, last = at;
    for (char c; at < scanner->end && ((c = scanner->text[at]) == ' ' || c == '\n' || c == '\t' || c == '\f'); at++) {
        column = c == '\n' || c == '\f' ? 0 : c == '\t' ? column / 8 * 8 + 8 : column + 1;
        last = c == '\n' ? at : last;
    }
    if (column < line->column && at < scanner->end)
        add_patch(scanner, PATCH_NEWLINE, scanner->comment_begin ? scanner->comment_begin : scanner->at, last + 1);
    scanner->comment_begin = 0;
    scanner->at = last;
}

/* Whether the `[` at scanner->at opens the type parameters of a definition: `[async] def|class|type NAME [`. */
static bool opens_type_list(const Scanner *scanner, const LogicalLine *line) {
    const char *text = scanner->text;
    uint32_t at = line->begin, words = 0, begin = at;
    bool header = false;
    while (at < scanner->at) {
        begin = at;
        while (at < scanner->at &&
               (isalnum((unsigned char)text[at]) || text[at] == '_' || (unsigned char)text[at] >= 0x80))
            at++;
        if (at == begin)
            return false;
        if (header)
            words++;
        header |= ends_with_word(text, begin, at, "def") || ends_with_word(text, begin, at, "class") ||
                  ends_with_word(text, begin, at, "type");
        if (!header && !ends_with_word(text, begin, at, "async"))
            return false;
        while (at < scanner->at && (text[at] == ' ' || text[at] == '\t'))
            at++;
    }
    return words == 1;
}

/* Follows a list of type parameters, in front of the token at scanner->at. */
static void note_default(Scanner *scanner) {
    char c = scanner->text[scanner->at];
    if (scanner->bracket_count != 1)
        return;
    if (c == '=' && !scanner->default_begin) {
        scanner->default_begin = scanner->at;
    } else if ((c == ',' || c == ']') && scanner->default_begin) {
        add_patch(scanner, PATCH_DEFAULT, scanner->default_begin, scanner->at);
        scanner->default_begin = 0;
    }
    scanner->in_type_list = c != ']';
}

/* What tells a plain assignment from other statements. */
static void note_operator(const Scanner *scanner, LogicalLine *line) {
    if (scanner->bracket_count)
        return;
    line->plain = line->plain && scanner->text[scanner->at] == '=' && !line->equals;
    if (scanner->text[scanner->at] == '=' && !line->equals)
        line->equals = scanner->at;
}

static bool open_bracket(Scanner *scanner, const LogicalLine *line) {
    if (scanner->bracket_count == MAX_BRACKETS)
        return fail(scanner, scanner->at, "too many nested brackets");
    if (!scanner->bracket_count && scanner->text[scanner->at] == '[')
        scanner->in_type_list = opens_type_list(scanner, line);
    scanner->brackets[scanner->bracket_count++] = scanner->at;
    return true;
}

/* One byte outside of strings, comments and continuations. */
static bool scan_byte(Scanner *scanner, LogicalLine *line, char last) {
    char c = scanner->text[scanner->at];
    bool ok = true;
    if (scanner->in_type_list)
        note_default(scanner);
    if (is_odd_blank(scanner))
        ok = fail(scanner, scanner->at, "invalid character: a control character or an unusual kind of blank");
    else if (c == '\n')
        note_newline(scanner, line);
    else if (c == '(' || c == '[' || c == '{')
        ok = open_bracket(scanner, line);
    else if (c == ')' || c == ']' || c == '}')
        ok = close_bracket(scanner, c);
    else if (c == '*')
        note_splat(scanner, line, last);
    else if (c == '=' || c == ':' || c == ';')
        note_operator(scanner, line);
    scanner->at++;
    return ok;
}

/* Most bytes outside of strings: they mean nothing to the scan, but that lines do not end in blanks. */
static const bool is_ordinary[UCHAR_MAX + 1] = {
    ['a' ... 'z'] = true, ['A' ... 'Z'] = true, ['0' ... '9'] = true, ['_'] = true, ['.'] = true,
    [','] = true,         ['+'] = true,         ['-'] = true,         ['/'] = true, ['%'] = true,
    ['<'] = true,         ['>'] = true,         [' '] = true};

/* Moves over ordinary bytes; gives the last one that is no blank, or `last`. */
static char skip_ordinary(Scanner *scanner, LogicalLine *line, char last) {
    const char *text = scanner->text;
    uint32_t begin = scanner->at, end = begin;
    while (is_ordinary[(unsigned char)text[end]]) /* the text ends in a NUL */
        end++;
    scanner->at = end;
    while (end > begin && text[end - 1] == ' ')
        end--;
    if (end == begin)
        return last;
    line->end = end;
    return text[end - 1];
}

bool line_scan_next(LineScan *scan, LogicalLine *line) {
    if (scan->error)
        return false;
    uint32_t brackets[MAX_BRACKETS];
    Scanner scanner = {
        .scan = scan, .text = scan->file->text, .at = scan->at, .end = scan->file->len, .brackets = brackets};
    bool found = skip_to_token(&scanner, line);
    line->begin = line->end = scanner.at;
    line->equals = 0;
    line->plain = true;
    char last = '\0';
    while (found && scanner.at < scanner.end) {
        char c = scanner.text[scanner.at];
        if (is_ordinary[(unsigned char)c] && !scanner.in_type_list) {
            last = skip_ordinary(&scanner, line, last);
            continue;
        }
        if (c == ' ') {
            scanner.at++;
            continue;
        }
        if (c == '\n' && !scanner.bracket_count)
            break;
        if (c == '#') {
            const char *newline = memchr(scanner.text + scanner.at, '\n', scanner.end - scanner.at);
            scanner.comment_begin = scanner.at;
            scanner.at = newline ? (uint32_t)(newline - scanner.text) : scanner.end;
            continue;
        }
        if (c == '\\' && peek(&scanner, 1) == '\n') {
            scanner.at += 2;
            continue;
        }
        found = c == '\'' || c == '"' ? scan_string(&scanner) : scan_byte(&scanner, line, last);
        if (!isspace((unsigned char)c)) {
            last = c;
            line->end = scanner.at;
        }
    }
    if (found && scanner.bracket_count)
        found = fail(&scanner, scanner.brackets[scanner.bracket_count - 1], "this bracket is never closed");
    line->opens_block = last == ':';
    if (found && scan->arena)
        vec_push(scan->arena, &scan->line_ends, line->end);
    scan->at = scanner.at;
    return found;
}

LineIndent line_indent(const SourceFile *file, uint32_t at) {
    uint32_t begin = at;
    while (begin > 0 && strchr(" \t\f", file->text[begin - 1]))
        begin--;
    bool at_line_begin = begin == 0 || file->text[begin - 1] == '\n';
    LineIndent indent = {.is_first = at_line_begin && !(begin > 1 && file->text[begin - 2] == '\\')};
    for (uint32_t i = begin; i < at; i++) {
        char c = file->text[i];
        if (c == ' ')
            indent.column++;
        else if (c == '\t')
            indent.column = indent.column / 8 * 8 + 8;
        else
            indent.column = 0;
    }
    return indent;
}

/* ---- the check ---- */

typedef struct Indents {
    uint32_t columns[MAX_INDENTS + 1], tab_columns[MAX_INDENTS + 1];
    uint32_t count; /* levels besides column 0 */
    bool expects_block;
} Indents;

static const char *check_indentation(Indents *indents, const LogicalLine *line) {
    uint32_t column = line->column, top = indents->columns[indents->count];
    bool deeper = column > top;
    if (deeper != (line->tab_column > indents->tab_columns[indents->count]) && column != top)
        return "inconsistent use of tabs and spaces in indentation";
    if (column == top && line->tab_column != indents->tab_columns[indents->count])
        return "inconsistent use of tabs and spaces in indentation";
    if (indents->expects_block && !deeper)
        return "expected an indented block";
    if (!indents->expects_block && deeper)
        return "unexpected indent";
    if (deeper) {
        if (indents->count == MAX_INDENTS)
            return "too many levels of indentation";
        indents->count++;
        indents->columns[indents->count] = column;
        indents->tab_columns[indents->count] = line->tab_column;
    }
    while (column < indents->columns[indents->count])
        indents->count--;
    if (column != indents->columns[indents->count])
        return "unindent does not match any outer indentation level";
    if (line->tab_column != indents->tab_columns[indents->count])
        return "inconsistent use of tabs and spaces in indentation";
    indents->expects_block = line->opens_block;
    return NULL;
}

static bool report(const SourceFile *file, DiagList *diags, uint32_t at, const char *message) {
    uint32_t end = at < file->len ? at + 1 : at;
    diag_add(diags, DIAG_ERROR, strncmp(message, "too many", 8) == 0 ? D_TOO_LARGE : D_SYNTAX,
             (Span){.file = file, .begin = at, .end = end}, "%s", message);
    return false;
}

/* Whether a line begins as the header of a block does. */
static bool looks_like_header(const char *text, const LogicalLine *line) {
    static const char *const words[] = {"def",  "class", "if",     "elif",    "else",  "for",   "while",
                                        "with", "try",   "except", "finally", "async", "match", "case"};
    uint32_t end = line->begin;
    while (end < line->end && isalpha((unsigned char)text[end]))
        end++;
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (end - line->begin == strlen(words[i]) && ends_with_word(text, line->begin, end, words[i]))
            return true;
    return false;
}

static bool begins_with_word(const char *text, const LogicalLine *line, const char *word) {
    size_t len = strlen(word);
    return line->end - line->begin > len && memcmp(text + line->begin, word, len) == 0 &&
           strchr(" \t\\", text[line->begin + len]);
}

/* Follows the lines of a class: the bodies of its methods become gaps. Those of one line do not. */
static void follow_methods(LineScan *scan, const LogicalLine *line) {
    MethodScan *methods = &scan->methods;
    const char *text = scan->file->text;
    methods->open = methods->open && line->column > methods->column;
    if (methods->open) {
        scan->patches.len = methods->patches;
        scan->gaps.len = methods->gaps;
        vec_last(&scan->bodies).end = line->end;
    } else if (methods->behind_header) {
        uint32_t shown = line->begin;
        while (shown < line->end && !isalpha((unsigned char)text[shown]))
            shown++;
        LaterBody body = {line->begin, line->end, shown};
        methods->open = shown < line->end && line->column == line->tab_column;
        if (methods->open) {
            vec_push(scan->arena, &scan->bodies, body);
            scan->patches.len = methods->patches;
            scan->gaps.len = methods->gaps;
        }
    } else if (!methods->in_class) {
        methods->in_class = begins_with_word(text, line, "class");
    } else if (!methods->column) {
        methods->column = line->column;
    }
    methods->behind_header = !methods->open && methods->column && line->column == methods->column &&
                             line->opens_block &&
                             (begins_with_word(text, line, "def") || begins_with_word(text, line, "async"));
    if (methods->behind_header) {
        methods->patches = scan->patches.len;
        methods->gaps = scan->gaps.len;
    }
}

bool line_scan_check(LineScan *scan, uint32_t end, DiagList *diags) {
    const SourceFile *file = scan->file;
    LogicalLine line, before = {.begin = 0};
    Indents indents = {.columns = {scan->column}, .tab_columns = {scan->column}};
    bool is_first = scan->column > 0;
    while (scan->at < end && line_scan_next(scan, &line)) {
        if (is_first)
            line.column = line.tab_column = scan->column;
        is_first = false;
        bool was_header = !indents.expects_block && looks_like_header(file->text, &before);
        const char *error = check_indentation(&indents, &line);
        if (error && was_header && line.column > before.column)
            return report(file, diags, before.end, "expected ':'");
        if (error)
            return report(file, diags, line.begin, error);
        if (scan->methods.wanted)
            follow_methods(scan, &line);
        before = line;
    }
    if (scan->error)
        return report(file, diags, scan->error_begin, scan->error);
    if (indents.expects_block)
        return report(file, diags, end, "expected an indented block");
    return true;
}
