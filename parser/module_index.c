/* The index of a module's top level: see module_index.h.
 *
 * A line scan splits the text into its top-level statements: a statement begins with a line in column 0 and takes in
 * the deeper lines behind it and those in column 0 that continue it (`else`, `except`, ..., the definition below a
 * decorator). The names of functions and classes are read off their header line; their bodies are nearly all of a
 * module. What a plain statement binds is seen without parsing it, too: imports, `NAME = value`,
 * `NAME.attribute = value` and expressions, where nothing in their line can mean more than that; modules of docstrings
 * are made of them. Everything else is parsed, in one go, with tree-sitter looking at those ranges only: so the bound
 * names are exact. Of `if TYPE_CHECKING:`, which packages fill with imports of all that they have, the body is not
 * parsed either. */
#include "parser/module_index.h"

#include "parser/ast_pack.h"
#include "parser/import_scan.h"
#include "parser/parser.h"
#include "parser/words.h"

typedef struct Statement {
    uint32_t begin, end;
    bool known; /* what follows is; else it has to be parsed */
    IndexKind kind;
    Str name, owner;
    const Str *imported; /* by an import: `name` is the first of them */
    uint32_t imported_count;
} Statement;

typedef VEC(Statement) Statements;

bool may_replace_itself(const SourceFile *file) { return strstr(file->text, "sys.modules[__name__]") != NULL; }

/* ---- the line scan ---- */

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

/* An import, on one line or in brackets. */
static void read_import(Arena *arena, const SourceFile *file, const LogicalLine *line, Statement *statement) {
    statement->imported_count = import_scan(arena, file, line, &statement->imported);
    statement->known = statement->imported_count > 0;
    statement->kind = statement->known ? INDEX_IMPORT : statement->kind;
}

/* `if TYPE_CHECKING:`, or `if typing.TYPE_CHECKING:`. Of a package that imports its parts late `if TYPE_CHECKING or
 * NAME:` too, as the body has the names that the package has in any case. */
static bool is_for_type_checkers(const SourceFile *file, const LogicalLine *line) {
    static const char name[] = "TYPE_CHECKING";
    const char *text = file->text;
    uint32_t at = line->begin, stop = word_end(text, at, line->end);
    if (!line->opens_block || !is_word(text, at, stop, "if"))
        return false;
    for (at = stop; at < line->end && text[at] == ' ';)
        at++;
    stop = word_end(text, at, line->end);
    if (stop < line->end && text[stop] == '.') {
        at = stop + 1;
        stop = word_end(text, at, line->end);
    }
    if (!is_word(text, at, stop, name))
        return false;
    uint32_t behind = word_end(text, stop + strspn(text + stop, " or"), line->end);
    bool is_alone = stop + 1 == line->end, has_other = behind + 1 == line->end && may_replace_itself(file);
    return (is_alone || has_other) && !strstr(text, "TYPE_CHECKING = True");
}

/* Follows the lines of the bodies that do not run: each is a range of whole statements. */
static void follow_typing(ModuleIndex *index, const LogicalLine *line, bool *behind_header, bool *open) {
    const char *text = index->file->text;
    if (line->column == 0) {
        *open = false;
        *behind_header = is_for_type_checkers(index->file, line);
        return;
    }
    Span lines = {.file = index->file, .begin = line->begin, .end = line->end};
    bool begins = *behind_header && isalpha((unsigned char)text[line->begin]) && line->column == line->tab_column;
    if (*open)
        vec_last(&index->typing).end = line->end;
    else if (begins)
        vec_push(index->arena, &index->typing, lines);
    *open = *open || begins;
    *behind_header = false;
}

static bool split(ModuleIndex *index, Statements *statements, DiagList *diags) {
    Arena *arena = index->arena;
    const SourceFile *file = index->file;
    LineScan scan = {.file = file};
    LogicalLine line;
    bool decorated = false, behind_typing = false, in_typing = false;
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
        follow_typing(index, &line, &behind_typing, &in_typing);
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
    if (!split(index, &statements, diags))
        return NULL;
    VEC(Span) ranges = {0};
    for (uint32_t i = 0; i < statements.len; i++) {
        Span span = {.file = file, .begin = statements.data[i].begin, .end = statements.data[i].end};
        if (!statements.data[i].known)
            vec_push(arena, &ranges, span);
    }
    AstNode *others = parse_ranges(arena, file, ranges.data, ranges.len, index->typing.data, index->typing.len, diags);
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

AstNode *index_parse(ModuleIndex *index, IndexEntry *entry, DiagList *diags) {
    if (!entry->node && index->pack) {
        PackReader reader = {.pack = index->pack, .at = index->pack->bytes + entry->packed_at};
        set_node(index, entry, unpack_node(&reader, index->arena, index->file));
    } else if (!entry->node) {
        AstNode *(*parse)(Arena *, Span, DiagList *) = entry->kind == INDEX_CLASS ? parse_class : parse_statement;
        set_node(index, entry, parse(index->arena, entry->span, diags));
    }
    return entry->node;
}

AstNode *parse_definition(ModuleIndex *index, Str name, DiagList *diags) {
    IndexEntry *entry = index_find(index, name);
    return entry ? index_parse(index, entry, diags) : NULL;
}

/* ---- what type checkers are shown ---- */

static void list_typing_names(ModuleIndex *index) {
    index->typing_names = arena_new_of(index->arena, Map);
    map_init(index->typing_names, index->arena);
    for (uint32_t i = 0; i < index->typing.len; i++) {
        uint32_t begin = index->typing.data[i].begin, column = line_indent(index->file, begin).column;
        LineScan scan = {.file = index->file, .at = begin};
        LogicalLine line;
        while (scan.at < index->typing.data[i].end && line_scan_next(&scan, &line)) {
            const Str *names;
            uint32_t count = import_scan(index->arena, index->file, &line, &names);
            bool is_instead =
                count && line.begin != begin && line.column != column && *names[0] == '*'; /* of what lacks */
            Span span = {.file = index->file, .begin = line.begin, .end = line.end};
            for (uint32_t k = 0; k < count && !is_instead; k++)
                map_put(index->typing_names, MAP_KEY(names[k]), arena_copy(index->arena, &span, sizeof span));
        }
    }
}

AstNode *index_typing_import(ModuleIndex *index, Str name, DiagList *diags) {
    if (!index->typing_names)
        list_typing_names(index);
    const Span *span = map_get(index->typing_names, MAP_KEY(name));
    return span ? parse_statement(index->arena, *span, diags) : NULL;
}
