/* See names.h. */
#include "codegen/names.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

static const char *const reserved[] = {
    "auto",
    "break",
    "case",
    "char",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extern",
    "float",
    "for",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "register",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "struct",
    "switch",
    "typedef",
    "union",
    "unsigned",
    "void",
    "volatile",
    "while",
    "bool",
    "true",
    "false",
    "call",
    "begin",
    "end",
    "part",
    "parts",
    "names",
    "pinned",
    "entries",
    "module",
    "files",
    "asm",
    "typeof",
    "linux",
    "unix",
    "main",
    "errno",
    "stdin",
    "stdout",
    "stderr",
    "y0",
    "y1",
    "yn",
    "j0",
    "j1",
    "jn",
    "gamma",
    "exp",
    "log",
    "sin",
    "cos",
    "tan",
    "tanh",
    "sqrt",
    "pow",
    "floor",
    "ceil",
    "round",
    "trunc",
    "erf",
    "abs",
    "fabs",
    "index",
    "time",
    "signal",
    "read",
    "write",
    "I",
    /* functions that expressions of the generated code call by these names */
    "exp2",
    "expm1",
    "log2",
    "log10",
    "log1p",
    "asin",
    "acos",
    "atan",
    "atan2",
    "sinh",
    "cosh",
    "asinh",
    "acosh",
    "atanh",
    "erfc",
    "lgamma",
    "fmod",
    "memcpy",
    "memset",
    "isnan",
    "isinf",
    "fmin",
    "fmax",
    "signbit",
    "isfinite",
    "copysign",
    "rint",
    "nearbyint",
};

/* By a table that is made once: many functions are named. */
static bool is_reserved(Str name) {
    static Map words;
    if (!words.arena) {
        map_init(&words, arena_new());
        for (size_t i = 0; i < COUNT_OF(reserved); i++)
            map_put(&words, MAP_KEY(str_of(reserved[i])), (void *)reserved[i]);
    }
    return map_has(&words, MAP_KEY(name));
}

void names_init(Names *names, Arena *arena) {
    names->arena = arena;
    names->is_c = true;
    map_init(&names->used, arena);
}

static const bool is_word[UCHAR_MAX + 1] = {
    ['a' ... 'z'] = true, ['A' ... 'Z'] = true, ['0' ... '9'] = true, ['_'] = true};

Str names_identifier(const char *text) {
    char name[64];
    size_t n = 0;
    for (const char *p = text; *p && n + 2 < sizeof name; p++) {
        if (n == 0 && isdigit((unsigned char)*p))
            name[n++] = '_';
        name[n++] = is_word[(unsigned char)*p] ? *p : '_';
    }
    return n ? str_intern(name, n) : str_of("_");
}

/* Does the name begin so, as it is or with `_` and a number behind it? */
static bool begins_with(const char *name, const char *prefix) {
    size_t n = strlen(name);
    for (size_t i = 0; prefix[i]; i++)
        if ((i < n ? name[i] : i == n ? '_' : '\0') != prefix[i])
            return false;
    return true;
}

/* Names of C, of Python and of the run time begin like this. */
static bool has_reserved_prefix(const char *name) {
    return strchr("rRP_", name[0]) &&
           (begins_with(name, "rt_") || begins_with(name, "RT_") || begins_with(name, "Py") || begins_with(name, "__"));
}

/* Macros of C's headers are words in capitals, of which each system has others: `EOF`, `M_PI`, `NAME_MAX`. */
static bool may_be_macro(const char *name) {
    size_t n = 0;
    while (is_word[(unsigned char)name[n]] && !islower((unsigned char)name[n]))
        n++;
    return n >= 3 && !name[n];
}

static bool is_taken(const Names *names, Str name) {
    return map_has(&names->used, MAP_KEY(name)) || (names->is_c && is_reserved(name)) || has_reserved_prefix(name);
}

void names_take(Names *names, Str name) { map_put(&names->used, MAP_KEY(name), (void *)(uintptr_t)1); }

Str names_unique(Names *names, const char *wanted) {
    Str base = names_identifier(wanted), name = base;
    if (has_reserved_prefix(base))
        base = str_format("v%s%s", base[0] == '_' ? "" : "_", base);
    if (names->is_c && may_be_macro(base))
        base = str_format("%s_", base);
    name = base;
    uintptr_t like_it = (uintptr_t)map_get(&names->used, MAP_KEY(base)); /* at least one if it is taken */
    if (like_it || is_taken(names, base)) {
        for (like_it += !like_it; is_taken(names, name = str_format("%s_%d", base, (int)like_it)); like_it++) {
        }
        map_put(&names->used, MAP_KEY(base), (void *)(like_it + 1));
    }
    names_take(names, name);
    return name;
}

/* Does the statement end after `end`? Spaces, closing brackets and a comment may follow. */
static bool ends_statement(const SourceFile *file, uint32_t end) {
    while (end < file->len && (file->text[end] == ' ' || file->text[end] == ')' || file->text[end] == '\r'))
        end++;
    return end >= file->len || file->text[end] == '\n' || file->text[end] == '#' || file->text[end] == ';';
}

Str names_assigned(Span span) {
    const SourceFile *file = span.file;
    if (!file || span.end <= span.begin || span.end > file->len || !ends_statement(file, span.end))
        return NULL;
    uint32_t at = span.begin;
    while (at > 0 && (file->text[at - 1] == ' ' || file->text[at - 1] == '('))
        at--;
    if (at < 2 || file->text[at - 1] != '=' || strchr("=!<>+-*/%&|^@:", file->text[at - 2]))
        return NULL;
    at--;
    while (at > 0 && file->text[at - 1] == ' ')
        at--;
    uint32_t end = at;
    while (at > 0 && is_word[(unsigned char)file->text[at - 1]])
        at--;
    uint32_t before = at;
    while (before > 0 && (file->text[before - 1] == ' ' || file->text[before - 1] == '\t'))
        before--;
    bool starts = before == 0 || file->text[before - 1] == '\n' || file->text[before - 1] == ';';
    if (end == at || end - at > 40 || !starts || isdigit((unsigned char)file->text[at]))
        return NULL;
    return str_intern(file->text + at, end - at);
}
