/* Source files: reading and decoding.
 *
 * The text that the rest of the compiler sees is UTF-8 without a byte order mark, with "\n" line ends, as CPython's
 * tokenizer sees it. Files in another encoding (PEP 263) are converted, and their declaration is rewritten to say
 * utf-8: the text is a valid Python file wherever it is written again. */
#include "parser/parser.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "parser/normal_form.h"

enum { MAX_SOURCE_BYTES = 4 << 20 }; /* tree-sitter needs up to 300 bytes for each of them */

typedef enum {
    ENCODING_UTF8,
    ENCODING_LATIN1,
    ENCODING_LATIN9,
    ENCODING_ASCII,
    ENCODING_CP1252,
    ENCODING_OTHER
} Encoding;

static Span no_position(const SourceFile *file) { return (Span){.file = file}; }

/* ---- the declaration ---- */

typedef struct Cookie {
    size_t name_begin, name_end; /* bytes of the encoding's name; equal: no declaration */
} Cookie;

/* `^[ \t\f]*#.*?coding[:=][ \t]*([-_.a-zA-Z0-9]+)` on one line. */
static Cookie cookie_in_line(const char *text, size_t begin, size_t end) {
    size_t i = begin;
    while (i < end && (text[i] == ' ' || text[i] == '\t' || text[i] == '\f'))
        i++;
    if (i == end || text[i] != '#')
        return (Cookie){0};
    for (; i + 7 < end; i++) {
        if (memcmp(text + i, "coding", 6) != 0 || (text[i + 6] != ':' && text[i + 6] != '='))
            continue;
        size_t name = i + 7;
        while (name < end && (text[name] == ' ' || text[name] == '\t'))
            name++;
        size_t name_end = name;
        while (name_end < end && (isalnum((unsigned char)text[name_end]) || strchr("-_.", text[name_end])))
            name_end++;
        if (name_end > name)
            return (Cookie){name, name_end};
    }
    return (Cookie){0};
}

/* In the first two lines; in the second only if the first is blank or a comment. */
static Cookie find_cookie(const char *text, size_t len) {
    size_t begin = 0;
    for (int line = 0; line < 2 && begin < len; line++) {
        size_t end = begin;
        while (end < len && text[end] != '\n' && text[end] != '\r')
            end++;
        Cookie cookie = cookie_in_line(text, begin, end);
        if (cookie.name_end)
            return cookie;
        size_t i = begin;
        while (i < end && (text[i] == ' ' || text[i] == '\t' || text[i] == '\f'))
            i++;
        if (i < end && text[i] != '#')
            break;
        begin = end + (end + 1 < len && text[end] == '\r' && text[end + 1] == '\n' ? 2 : 1);
    }
    return (Cookie){0};
}

static Encoding encoding_named(const char *name, size_t len) {
    static const struct {
        const char *name;
        Encoding encoding;
    } rows[] = {
        {"utf8", ENCODING_UTF8},        {"utf", ENCODING_UTF8},           {"u8", ENCODING_UTF8},
        {"utf8sig", ENCODING_UTF8},     {"latin1", ENCODING_LATIN1},      {"latin", ENCODING_LATIN1},
        {"l1", ENCODING_LATIN1},        {"iso88591", ENCODING_LATIN1},    {"88591", ENCODING_LATIN1},
        {"iso8859", ENCODING_LATIN1},   {"8859", ENCODING_LATIN1},        {"cp819", ENCODING_LATIN1},
        {"iso885915", ENCODING_LATIN9}, {"latin9", ENCODING_LATIN9},      {"l9", ENCODING_LATIN9},
        {"ascii", ENCODING_ASCII},      {"usascii", ENCODING_ASCII},      {"646", ENCODING_ASCII},
        {"cp1252", ENCODING_CP1252},    {"windows1252", ENCODING_CP1252}, {"1252", ENCODING_CP1252},
    };
    char plain[32]; /* lower case, without separators */
    size_t count = 0;
    for (size_t i = 0; i < len && count + 1 < sizeof(plain); i++)
        if (isalnum((unsigned char)name[i]))
            plain[count++] = (char)tolower((unsigned char)name[i]);
    plain[count] = '\0';
    if (strncmp(plain, "utf8", 4) == 0 && len > 5 && name[5] == '-') /* utf-8-unix and the like, as CPython has it */
        return ENCODING_UTF8;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (strcmp(plain, rows[i].name) == 0)
            return rows[i].encoding;
    return ENCODING_OTHER;
}

/* ---- decoding ---- */

/* The length of the valid UTF-8 sequence at `text`, or 0. */
static size_t utf8_sequence(const unsigned char *text, size_t len) {
    unsigned char c = text[0];
    size_t count = c < 0x80 ? 1 : c >= 0xC2 && c < 0xE0 ? 2 : (c & 0xF0) == 0xE0 ? 3 : c >= 0xF0 && c < 0xF5 ? 4 : 0;
    if (!count || count > len)
        return 0;
    for (size_t i = 1; i < count; i++)
        if ((text[i] & 0xC0) != 0x80)
            return 0;
    bool overlong = (c == 0xE0 && text[1] < 0xA0) || (c == 0xF0 && text[1] < 0x90);
    bool out_of_range = (c == 0xED && text[1] >= 0xA0) || (c == 0xF4 && text[1] >= 0x90);
    return overlong || out_of_range ? 0 : count;
}

/* The position of the first byte that is not UTF-8, or `len`. */
static size_t first_invalid_utf8(const char *text, size_t len) {
    for (size_t i = 0; i < len;) {
        uint64_t words[4]; /* most often ASCII */
        if (len - i >= sizeof words &&
            (memcpy(words, text + i, sizeof words),
             !((words[0] | words[1] | words[2] | words[3]) & UINT64_C(0x8080808080808080)))) {
            i += sizeof words;
            continue;
        }
        if ((unsigned char)text[i] < 0x80) {
            i++;
            continue;
        }
        size_t count = utf8_sequence((const unsigned char *)text + i, len - i);
        if (!count)
            return i;
        i += count;
    }
    return len;
}

/* The code point of a byte of a single-byte encoding; 0: undefined there. */
static uint32_t code_point_of(Encoding encoding, unsigned char c) {
    static const uint16_t cp1252[32] = {0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                        0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                                        0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};
    static const struct {
        unsigned char byte;
        uint16_t code;
    } latin9[] = {{0xA4, 0x20AC}, {0xA6, 0x160}, {0xA8, 0x161}, {0xB4, 0x17D},
                  {0xB8, 0x17E},  {0xBC, 0x152}, {0xBD, 0x153}, {0xBE, 0x178}};
    if (c < 0x80)
        return c;
    if (encoding == ENCODING_ASCII)
        return 0;
    if (encoding == ENCODING_CP1252 && c < 0xA0)
        return cp1252[c - 0x80];
    for (size_t i = 0; encoding == ENCODING_LATIN9 && i < COUNT_OF(latin9); i++)
        if (latin9[i].byte == c)
            return latin9[i].code;
    return c;
}

/* Converts to UTF-8, with the declaration rewritten; false with the bad byte's position in *bad. */
static bool convert(Buf *out, Encoding encoding, Cookie cookie, const char *text, size_t len, size_t *bad) {
    for (size_t i = 0; i < len; i++) {
        if (i == cookie.name_begin) {
            buf_puts(out, "utf-8");
            i = cookie.name_end - 1;
            continue;
        }
        uint32_t code = code_point_of(encoding, (unsigned char)text[i]);
        if (!code && text[i]) {
            *bad = i;
            return false;
        }
        utf8_put(out, code);
    }
    return true;
}

/* ---- source files ---- */

static uint64_t hash_bytes(const char *data, size_t len) {
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ (unsigned char)data[i]) * 1099511628211u;
    return hash;
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

static SourceFile *empty_file(Arena *arena, const char *path) {
    SourceFile *file = arena_new_of(arena, SourceFile);
    file->path = str_of(path);
    file->display = str_of(base_name(path));
    file->text = "";
    return file;
}

/* Where the byte `at` of undecodable text is, in words: spans need text that can be shown. */
static uint32_t line_of(const char *text, size_t at) {
    uint32_t line = 1;
    for (size_t i = 0; i < at; i++)
        line += text[i] == '\n' || (text[i] == '\r' && text[i + 1] != '\n');
    return line;
}

/* A copy with "\n" for all line ends. */
static const char *copy_lines(Arena *arena, const char *text, size_t len, uint32_t *copied) {
    char *copy = arena_alloc(arena, len + 1);
    for (size_t i = 0; i < len; i++)
        if (text[i] != '\r' || i + 1 == len || text[i + 1] != '\n')
            copy[(*copied)++] = text[i] == '\r' ? '\n' : text[i];
    return copy;
}

bool source_decode(Arena *arena, SourceFile *file, DiagList *diags) {
    const char *raw = file->text;
    size_t len = file->len;
    bool has_mark = len >= 3 && memcmp(raw, "\xEF\xBB\xBF", 3) == 0;
    const char *text = raw + (has_mark ? 3 : 0);
    size_t text_len = len - (has_mark ? 3 : 0), bad = 0;
    Cookie cookie = find_cookie(text, text_len);
    Encoding encoding =
        cookie.name_end ? encoding_named(text + cookie.name_begin, cookie.name_end - cookie.name_begin) : ENCODING_UTF8;
    const char *zero = memchr(text, '\0', text_len);
    if (zero) {
        diag_add(diags, DIAG_ERROR, D_ENCODING, no_position(file), "line %u holds a NUL byte: this is not a text file",
                 line_of(text, (size_t)(zero - text)));
        return false;
    }
    if (encoding == ENCODING_OTHER || (has_mark && encoding != ENCODING_UTF8)) {
        diag_add(diags, DIAG_ERROR, D_ENCODING, no_position(file),
                 has_mark ? "the declared encoding '%.*s' contradicts the UTF-8 byte order mark"
                          : "the declared encoding '%.*s' is not known to pyaot",
                 (int)(cookie.name_end - cookie.name_begin), text + cookie.name_begin);
        return false;
    }
    Buf converted = {0};
    bool valid = encoding == ENCODING_UTF8 ? (bad = first_invalid_utf8(text, text_len)) == text_len
                                           : convert(&converted, encoding, cookie, text, text_len, &bad);
    if (!valid) {
        diag_add(diags, DIAG_ERROR, D_ENCODING, no_position(file), "line %u: byte 0x%02x is not valid %s",
                 line_of(text, bad), (unsigned char)text[bad],
                 encoding == ENCODING_UTF8    ? "UTF-8"
                 : encoding == ENCODING_ASCII ? "ASCII"
                                              : "in its encoding");
        buf_free(&converted);
        return false;
    }
    if (converted.data) {
        text = converted.data;
        text_len = converted.len;
    }
    if (text != raw || memchr(text, '\r', text_len)) {
        file->len = 0;
        file->text = copy_lines(arena, text, text_len, &file->len);
        file->hash = hash_bytes(raw, len);
    }
    buf_free(&converted);
    file->is_decoded = true;
    return true;
}

static bool too_large(SourceFile *file, size_t size, DiagList *diags) {
    if (size <= MAX_SOURCE_BYTES)
        return false;
    diag_add(diags, DIAG_ERROR, D_TOO_LARGE, no_position(file), "the file has more than %d MB", MAX_SOURCE_BYTES >> 20);
    return true;
}

SourceFile *source_from_static(Arena *arena, const char *name, const char *text, size_t len) {
    SourceFile *file = empty_file(arena, name);
    file->display = file->path;
    file->text = text;
    file->len = (uint32_t)len;
    file->is_decoded = true;
    return file;
}

SourceFile *source_from_text(Arena *arena, const char *name, const char *text, size_t len, DiagList *diags) {
    char *copy = arena_alloc(arena, len + 1);
    if (len)
        memcpy(copy, text, len);
    SourceFile *file = source_from_static(arena, name, copy, len);
    file->is_decoded = false;
    return !too_large(file, len, diags) && source_decode(arena, file, diags) ? file : NULL;
}

uint64_t source_hash(const SourceFile *file) { return file->hash ? file->hash : hash_bytes(file->text, file->len); }

typedef struct Raw {
    char *data; /* ends in a NUL */
    size_t len, cap;
} Raw;

/* Reads all of an open file, of `size` bytes as it was a moment ago; false with errno set. */
static bool read_all(Arena *arena, int fd, size_t size, Raw *raw) {
    *raw = (Raw){.data = arena_alloc(arena, size + 2), .cap = size + 1};
    for (;;) {
        ssize_t count = read(fd, raw->data + raw->len, raw->cap - raw->len);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return count == 0;
        raw->len += (size_t)count;
        if (raw->len > MAX_SOURCE_BYTES)
            return true;
        if (raw->len < raw->cap)
            continue;
        char *bigger = arena_alloc(arena, raw->cap * 2 + 1);
        memcpy(bigger, raw->data, raw->len);
        raw->data = bigger;
        raw->cap *= 2;
    }
}

SourceFile *source_read(Arena *arena, const char *path, DiagList *diags) {
    SourceFile *file = empty_file(arena, path);
    file->display = file->path;
    struct stat status;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0 || fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) {
        const char *reason = fd < 0                    ? strerror(errno)
                             : S_ISDIR(status.st_mode) ? "it is a directory"
                                                       : "it is not a regular file";
        diag_add(diags, DIAG_ERROR, D_READ, no_position(file), "cannot read the file: %s", reason);
        if (fd >= 0)
            close(fd);
        return NULL;
    }
    Raw raw;
    bool ok = !too_large(file, (size_t)status.st_size, diags);
    if (ok && !read_all(arena, fd, (size_t)status.st_size, &raw)) {
        diag_add(diags, DIAG_ERROR, D_READ, no_position(file), "cannot read the file: %s", strerror(errno));
        ok = false;
    }
    close(fd);
    if (ok) {
        file->display = str_of(base_name(path));
        file->text = raw.data;
        file->len = (uint32_t)raw.len;
        ok = !too_large(file, raw.len, diags);
    }
    return ok ? file : NULL;
}

SourceFile *source_open(Arena *arena, const char *path, DiagList *diags) {
    SourceFile *file = source_read(arena, path, diags);
    return file && source_decode(arena, file, diags) ? file : NULL;
}
