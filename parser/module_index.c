/* The index of a module's top level: see module_index.h.
 *
 * A line scan splits the text into its top-level statements: a statement begins with a line in column 0 and takes in
 * the deeper lines behind it and those in column 0 that continue it (`else`, `except`, ..., the definition below a
 * decorator). The names of functions and classes are read off their header line; their bodies are nearly all of a
 * module. What a plain statement binds is seen without parsing it, too: imports, `NAME = value`,
 * `NAME.attribute = value` and expressions, where nothing in their line can mean more than that; modules of docstrings
 * are made of them. Everything else is parsed, in one go, with tree-sitter looking at those ranges only: so the bound
 * names are exact. */
#include "parser/module_index.h"

#include <ctype.h>
#include <string.h>

#include "parser/ast_pack.h"
#include "parser/line_scan.h"
#include "parser/parser.h"

typedef struct Statement {
    uint32_t begin, end;
    bool known; /* what follows is; else it has to be parsed */
    IndexKind kind;
    Str name, owner;
    const Str *imported; /* by an import: `name` is the first of them */
    uint32_t imported_count;
} Statement;

typedef VEC(Statement) Statements;

/* ---- the line scan ---- */

static uint32_t word_end(const char *text, uint32_t at, uint32_t end) {
    while (at < end && (isalnum((unsigned char)text[at]) || text[at] == '_' || (unsigned char)text[at] >= 0x80))
        at++;
    return at;
}

static bool is_word(const char *text, uint32_t begin, uint32_t end, const char *word) {
    return end - begin == strlen(word) && memcmp(text + begin, word, end - begin) == 0;
}

static bool continues_statement(const char *text, uint32_t begin, uint32_t end) {
    static const char *const words[] = {"else", "elif", "except", "finally"};
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (is_word(text, begin, end, words[i]))
            return true;
    return false;
}

/* The name behind `def`, `async def` or `class` in a header line. */
static void read_header(const char *text, const LogicalLine *line, Statement *statement) {
    uint32_t at = line->begin, stop = word_end(text, at, line->end);
    if (is_word(text, at, stop, "async")) {
        while (stop < line->end && (text[stop] == ' ' || text[stop] == '\t'))
            stop++;
        at = stop;
        stop = word_end(text, at, line->end);
    }
    bool is_class = is_word(text, at, stop, "class");
    if (!is_class && !is_word(text, at, stop, "def"))
        return;
    while (stop < line->end && (text[stop] == ' ' || text[stop] == '\t'))
        stop++;
    uint32_t name_end = word_end(text, stop, line->end);
    for (uint32_t i = stop; i < name_end; i++)
        if ((unsigned char)text[i] >= 0x80)
            return; /* not in normal form, perhaps: parsed like any other statement */
    if (name_end == stop)
        return; /* split over lines with a backslash: likewise */
    statement->known = true;
    statement->kind = is_class ? INDEX_CLASS : INDEX_DEF;
    statement->name = str_intern(text + stop, name_end - stop);
}

/* A word of ASCII letters that begins a statement of its own kind, or is no name. */
static bool is_keyword(const char *text, uint32_t begin, uint32_t end) {
    static const char *const words[] = {"False", "None",  "True",   "assert", "await",  "break",    "continue",
                                        "del",   "from",  "global", "import", "lambda", "nonlocal", "not",
                                        "pass",  "print", "raise",  "return", "type",   "yield"};
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (is_word(text, begin, end, words[i]))
            return true;
    return false;
}

/* `:=` may bind in any expression, also in those of f-strings. */
static bool mentions_binding(const char *text, uint32_t begin, uint32_t end) {
    const char *at = text + begin, *stop = text + end;
    while ((at = memchr(at, ':', (size_t)(stop - at))) && at[1] != '=')
        at++;
    return at != NULL;
}

/* A statement of one line that binds one name or none, as its first tokens show. */
static void read_plain(const char *text, const LogicalLine *line, Statement *statement) {
    uint32_t at = line->begin, stop = word_end(text, at, line->end), first = stop, parts = 0;
    if (!line->plain || mentions_binding(text, line->begin, line->end))
        return;
    if (!line->equals && stop == at && (text[at] == '"' || text[at] == '\'')) {
        statement->known = true;
        return;
    }
    for (; stop > at; parts++) { /* NAME.NAME.NAME */
        if (isdigit((unsigned char)text[at]) || (parts == 0 && is_keyword(text, at, stop)))
            return;
        for (uint32_t i = at; i < stop; i++)
            if ((unsigned char)text[i] >= 0x80)
                return;
        at = stop + (text[stop] == '.');
        stop = word_end(text, at, line->end);
    }
    while (at < line->end && text[at] == ' ')
        at++;
    if (!parts || text[at - 1] == '.' || (line->equals ? line->equals != at : text[at] != '('))
        return;
    statement->known = true;
    if (line->equals && parts == 1) {
        statement->kind = INDEX_ASSIGN;
        statement->name = str_intern(text + line->begin, first - line->begin);
    } else if (line->equals && parts == 2) {
        statement->owner = str_intern(text + line->begin, first - line->begin);
    }
}

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

/* An import of ASCII names, on one line or in brackets. */
static void read_import(Arena *arena, const SourceFile *file, const LogicalLine *line, Statement *statement) {
    Span token = next_token(file, line->begin, line->end);
    bool is_from = is_token(token, "from");
    if (!line->plain || line->equals || !(is_from || is_token(token, "import")))
        return;
    token = next_token(file, token.end, line->end);
    if (is_from) {
        Span import = next_token(file, token.end, line->end);
        if (!is_token(import, "import"))
            return;
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
    statement->imported_count = is_star ? 1 : read_aliases(token, line->end, is_from, bracket, names);
    statement->known = statement->imported_count > 0;
    statement->kind = statement->known ? INDEX_IMPORT : statement->kind;
    statement->imported = names;
}

static bool split(Arena *arena, const SourceFile *file, Statements *statements, DiagList *diags) {
    LineScan scan = {.file = file};
    LogicalLine line;
    bool decorated = false;
    while (line_scan_next(&scan, &line)) {
        uint32_t stop = word_end(file->text, line.begin, line.end);
        bool decorator = file->text[line.begin] == '@';
        bool inside =
            statements->len && (line.column > 0 || decorated || continues_statement(file->text, line.begin, stop));
        if (!inside) {
            Statement statement = {.begin = line.begin, .kind = INDEX_OTHER};
            vec_push(arena, statements, statement);
        }
        Statement *last = &vec_last(statements);
        if (!inside)
            read_plain(file->text, &line, last);
        if (!inside && !last->known)
            read_import(arena, file, &line, last);
        if (line.column == 0) {
            if ((!inside || decorated) && !decorator)
                read_header(file->text, &line, last);
            decorated = decorator;
        }
        last->end = line.end;
    }
    if (scan.error) {
        Span span = {.file = file, .begin = scan.error_begin, .end = scan.error_begin};
        diag_add(diags, DIAG_ERROR, D_SYNTAX, span, "%s", scan.error);
    }
    return !scan.error;
}

/* ---- what a parsed statement binds ---- */

/* NAME of a parsed `NAME.attribute = ...`. */
static Str owner_of(const AstNode *statement) {
    const AstNode *target = statement->kind == AST_Assign ? statement->u.Assign.targets.items[0] : NULL;
    const AstNode *object = target && target->kind == AST_Attribute ? target->u.Attribute.value : NULL;
    return object && object->kind == AST_Name ? object->u.Name.id : NULL;
}

typedef struct Binder {
    ModuleIndex *index;
    VEC(IndexEntry) entries;
    AstNode *statement; /* the top-level statement */
} Binder;

static void add_entry(Binder *binder, IndexKind kind, Str name, const AstNode *where) {
    IndexEntry entry = {.kind = kind,
                        .name = name,
                        .owner = owner_of(binder->statement),
                        .span = binder->statement->span,
                        .conditional = where != binder->statement,
                        .node = binder->statement};
    vec_push(binder->index->arena, &binder->entries, entry);
}

static void visit(AstNode *node, void *data);

static void add_aliases(Binder *binder, const AstList *names, const AstNode *where, bool is_from) {
    for (uint32_t i = 0; i < names->len; i++) {
        Str name = names->items[i]->u.alias.name, asname = names->items[i]->u.alias.asname;
        const char *dot = is_from || asname ? NULL : strchr(name, '.');
        add_entry(binder, INDEX_IMPORT, asname ? asname : dot ? str_intern(name, (size_t)(dot - name)) : name, where);
    }
}

/* Lists the names that a statement binds in the module's namespace; functions, classes and lambdas hide what is inside.
 */
static void visit(AstNode *node, void *data) {
    Binder *binder = data;
    switch (node->kind) {
    case AST_FunctionDef:
    case AST_AsyncFunctionDef:
        add_entry(binder, INDEX_DEF, node->u.FunctionDef.name, node);
        return;
    case AST_ClassDef:
        add_entry(binder, INDEX_CLASS, node->u.ClassDef.name, node);
        return;
    case AST_Lambda:
        return;
    case AST_Import:
        add_aliases(binder, &node->u.Import.names, node, false);
        return;
    case AST_ImportFrom:
        add_aliases(binder, &node->u.ImportFrom.names, node, true);
        return;
    case AST_Name:
        if (node->u.Name.ctx != AST_Load)
            add_entry(binder, INDEX_ASSIGN, node->u.Name.id, node);
        return;
    case AST_ExceptHandler:
        if (node->u.ExceptHandler.name)
            add_entry(binder, INDEX_ASSIGN, node->u.ExceptHandler.name, node);
        break;
    case AST_MatchAs:
    case AST_MatchStar:
    case AST_MatchMapping:
        if (ast_captured_name(node))
            add_entry(binder, INDEX_ASSIGN, ast_captured_name(node), node);
        break;
    case AST_comprehension: /* its targets are its own; what `:=` binds inside is the module's */
        visit(node->u.comprehension.iter, data);
        for (uint32_t i = 0; i < node->u.comprehension.ifs.len; i++)
            visit(node->u.comprehension.ifs.items[i], data);
        return;
    case AST_AnnAssign:
        if (!node->u.AnnAssign.value)
            return; /* binds nothing */
        break;
    default:
        break;
    }
    ast_each_child(node, visit, data);
}

static bool is_plain_assignment(AstKind kind) {
    return kind == AST_Assign || kind == AST_AnnAssign || kind == AST_AugAssign || kind == AST_TypeAlias;
}

static void add_statement(Binder *binder, AstNode *statement) {
    uint32_t before = binder->entries.len;
    binder->statement = statement;
    visit(statement, binder);
    for (uint32_t i = before; i < binder->entries.len; i++)
        if (is_plain_assignment(statement->kind))
            binder->entries.data[i].conditional = false;
    if (binder->entries.len == before)
        add_entry(binder, INDEX_OTHER, NULL, statement);
}

ModuleIndex *module_index(Arena *arena, const SourceFile *file, DiagList *diags) {
    ModuleIndex *index = arena_new_of(arena, ModuleIndex);
    index->file = file;
    index->arena = arena;
    map_init(&index->last_by_name, arena);
    Statements statements = {0};
    if (!split(arena, file, &statements, diags))
        return NULL;
    VEC(Span) ranges = {0};
    for (uint32_t i = 0; i < statements.len; i++) {
        Span span = {.file = file, .begin = statements.data[i].begin, .end = statements.data[i].end};
        if (!statements.data[i].known)
            vec_push(arena, &ranges, span);
    }
    AstNode *others = parse_ranges(arena, file, ranges.data, ranges.len, diags);
    if (!others)
        return NULL;
    Binder binder = {.index = index};
    uint32_t next = 0;
    AstList body = others->u.Module.body;
    for (uint32_t i = 0; i < statements.len; i++) {
        Statement *statement = &statements.data[i];
        if (!statement->known) { /* one line may hold several: a = 1; b = 2 */
            while (next < body.len && body.items[next]->span.begin < statement->end)
                add_statement(&binder, body.items[next++]);
            continue;
        }
        IndexEntry entry = {.kind = statement->kind,
                            .name = statement->name,
                            .owner = statement->owner,
                            .span = {.file = file, .begin = statement->begin, .end = statement->end}};
        for (uint32_t k = 0; k < statement->imported_count; k++) {
            entry.name = statement->imported[k];
            vec_push(arena, &binder.entries, entry);
        }
        if (!statement->imported_count)
            vec_push(arena, &binder.entries, entry);
    }
    index->entries = binder.entries.data;
    index->len = binder.entries.len;
    index_names(index);
    return index;
}

void index_names(ModuleIndex *index) {
    for (uint32_t i = 0; i < index->len; i++)
        if (index->entries[i].name)
            map_put(&index->last_by_name, MAP_KEY(index->entries[i].name), &index->entries[i]);
    index->has_stars = index_find(index, str_of("*")) != NULL;
    index->has_getter = index_find(index, str_of("__getattr__")) != NULL;
}

IndexEntry *index_find(const ModuleIndex *index, Str name) { return map_get(&index->last_by_name, MAP_KEY(name)); }

/* One node for all the names that a statement binds. */
static void set_node(ModuleIndex *index, IndexEntry *entry, AstNode *node) {
    IndexEntry *first = entry, *end = index->entries + index->len;
    while (first > index->entries && first[-1].span.begin == entry->span.begin)
        first--;
    for (; first < end && first->span.begin == entry->span.begin; first++)
        first->node = node;
}

static AstNode *parse_entry(const ModuleIndex *index, const IndexEntry *entry, DiagList *diags) {
    if (entry->kind == INDEX_CLASS)
        return parse_class(index->arena, entry->span, diags);
    const AstNode *module = parse_ranges(index->arena, index->file, &entry->span, 1, diags);
    return module && module->u.Module.body.len ? module->u.Module.body.items[0] : NULL;
}

AstNode *index_parse(ModuleIndex *index, IndexEntry *entry, DiagList *diags) {
    if (!entry->node && index->pack) {
        PackReader reader = {.pack = index->pack, .at = index->pack->bytes + entry->packed_at};
        set_node(index, entry, unpack_node(&reader, index->arena, index->file));
    } else if (!entry->node) {
        set_node(index, entry, parse_entry(index, entry, diags));
    }
    return entry->node;
}

AstNode *parse_definition(ModuleIndex *index, Str name, DiagList *diags) {
    IndexEntry *entry = index_find(index, name);
    return entry ? index_parse(index, entry, diags) : NULL;
}
