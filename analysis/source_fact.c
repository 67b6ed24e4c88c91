/* Facts: their text, their equality and the order in which a guard checks them; and the text of Python constants. */
#include "analysis/source.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- constants ------------------------------------------------------------------------------------------------- */

static void print_float(Buf *out, double value) {
    if (isnan(value)) {
        buf_puts(out, "nan");
        return;
    }
    if (isinf(value)) {
        buf_puts(out, value > 0 ? "inf" : "-inf");
        return;
    }
    char text[40];
    int digits = 1;
    do
        snprintf(text, sizeof text, "%.*e", digits - 1, value);
    while (strtod(text, NULL) != value && ++digits <= 17);
    /* As repr(): fixed notation for exponents -4 .. 15, with at least one digit after the point. */
    int exponent = atoi(strchr(text, 'e') + 1);
    if (exponent >= -4 && exponent < 16) {
        int decimals = digits - 1 - exponent;
        buf_printf(out, "%.*f", decimals < 1 ? 1 : decimals, value);
        return;
    }
    *strchr(text, 'e') = '\0';
    buf_printf(out, "%se%c%02d", text, exponent < 0 ? '-' : '+', abs(exponent));
}

static void print_str(Buf *out, Str s) {
    size_t len = str_len(s);
    bool has_single = memchr(s, '\'', len) != NULL;
    char quote = has_single && !memchr(s, '"', len) ? '"' : '\'';
    buf_putc(out, quote);
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)s[i];
        if (c == (unsigned char)quote || c == '\\')
            buf_printf(out, "\\%c", c);
        else if (c == '\n')
            buf_puts(out, "\\n");
        else if (c == '\t')
            buf_puts(out, "\\t");
        else if (c == '\r')
            buf_puts(out, "\\r");
        else if (c < 32 || c == 127)
            buf_printf(out, "\\x%02x", c);
        else
            buf_putc(out, (char)c);
    }
    buf_putc(out, quote);
}

void constant_print(Buf *out, const Constant *constant) {
    switch (constant->kind) {
    case CONST_NONE:
        buf_puts(out, "None");
        break;
    case CONST_BOOL:
        buf_puts(out, constant->i ? "True" : "False");
        break;
    case CONST_INT:
        buf_printf(out, "%" PRId64, constant->i);
        break;
    case CONST_FLOAT:
        print_float(out, constant->f);
        break;
    case CONST_STR:
        print_str(out, constant->s);
        break;
    case CONST_ELLIPSIS:
        buf_puts(out, "Ellipsis");
        break;
    }
}

/* ---- facts ----------------------------------------------------------------------------------------------------- */

/* A symbol in a fact is named after the place it is read from: "a.shape[0]", "len(ys)", "n". */
static void print_origin(Buf *out, const ShSymbol *symbol) {
    if (!symbol->origin || symbol->origin_kind == SH_FROM_NODE) {
        buf_puts(out, symbol->name);
        return;
    }
    if (symbol->origin_kind == SH_FROM_SUM) {
        buf_putc(out, '(');
        sh_print_named(out, symbol->origin, print_origin);
        buf_putc(out, ')');
        return;
    }
    if (symbol->origin_kind == SH_FROM_LEN)
        buf_puts(out, "len(");
    source_print(out, symbol->origin);
    switch (symbol->origin_kind) {
    case SH_FROM_DIM:
        buf_printf(out, ".shape[%d]", symbol->index);
        break;
    case SH_FROM_STRIDE:
        buf_printf(out, ".stride(%d)", symbol->index);
        break;
    case SH_FROM_NUMEL:
        buf_puts(out, ".numel()");
        break;
    case SH_FROM_LEN:
        buf_putc(out, ')');
        break;
    case SH_FROM_INT:
    case SH_FROM_SUM:
    case SH_FROM_NODE:
        break;
    }
}

static void print_source(Buf *out, const Source *source) {
    if (source)
        source_print(out, source);
    else
        buf_puts(out, "?");
}

static void print_subject(Buf *out, const Fact *fact, const char *after) {
    print_source(out, fact->source);
    buf_puts(out, after);
}

static void print_tensor(Buf *out, const Fact *fact) {
    print_subject(out, fact, ": Tensor");
    if (fact->dtype < DT_COUNT)
        buf_printf(out, ", %s", dtype_info[fact->dtype].short_name);
    if (fact->rank >= 0)
        buf_printf(out, ", rank %d", fact->rank);
    else
        buf_puts(out, ", any rank");
    if (fact->number)
        buf_puts(out, ", with or without grad");
    else if (fact->dtype >= DT_COUNT || dtype_is_float(fact->dtype) || dtype_is_complex(fact->dtype))
        buf_puts(out, ", no grad"); /* grad mode is off, or it does not require one */
}

static void print_layout(Buf *out, const Fact *fact) {
    if (fact->count == 0) {
        print_subject(out, fact, ": contiguous");
        return;
    }
    print_subject(out, fact, ": strides (");
    for (uint32_t i = 0; i < fact->count; i++) {
        if (i)
            buf_puts(out, ", ");
        sh_print_named(out, fact->exprs[i], print_origin);
    }
    buf_puts(out, fact->count == 1 ? ",)" : ")");
}

static void print_compare(Buf *out, const Fact *fact) {
    static const char *const operators[] = {[SH_EQ] = " == ", [SH_NE] = " != ", [SH_LT] = " < ", [SH_LE] = " <= "};
    sh_print_named(out, fact->exprs[0], print_origin);
    buf_puts(out, operators[fact->compare]);
    sh_print_named(out, fact->exprs[1], print_origin);
}

/* "module:Qualified.name"; the compiled module is not named. */
static void print_qualified(Buf *out, Str text) {
    const char *colon = strchr(text, ':'), *name = colon ? colon + 1 : text;
    if (colon && colon != text)
        buf_printf(out, "%.*s.", (int)(colon - text), text);
    buf_printf(out, "%.*s", (int)strcspn(name, "="), name);
}

static void print_marked_key(Buf *out, const char *key, int len) {
    if (*key != KEY_TUPLE) {
        int skip = *key == KEY_CLASS || *key == KEY_MEMBER || *key == KEY_OBJECT ? (key[1] == ':' ? 2 : 1) : 1;
        buf_printf(out, " %.*s", len - skip, key + skip);
        return;
    }
    buf_puts(out, " (");
    for (const char *at = key + 1; at < key + len; at += strcspn(at, KEY_SEPARATOR) + 1) {
        int part = (int)strcspn(at, KEY_SEPARATOR);
        if (*at > 0 && *at <= KEY_LAST_MARK)
            print_marked_key(out, at, part);
        else
            buf_printf(out, " '%.*s'", part, at);
    }
    buf_puts(out, " )");
}

static void print_keys(Buf *out, const Fact *fact) {
    for (const char *at = fact->text; *at; at += strcspn(at, "\n") + 1) {
        int len = (int)strcspn(at, "\n");
        if (*at == KEY_ANY)
            buf_puts(out, " an object");
        else if (*at > 0 && *at <= KEY_LAST_MARK)
            print_marked_key(out, at, len);
        else
            buf_printf(out, " '%.*s'", len, at);
    }
}

static const char *plain_module_text(int64_t may_have) {
    switch (may_have & (MODULE_HOOKS | MODULE_FORWARD)) {
    case 0:
        return ": module without hooks, own forward or parametrisation";
    case MODULE_FORWARD:
        return ": module without hooks or parametrisation, its own forward as described";
    default:
        return may_have & MODULE_FORWARD ? ": module without parametrisation, hooks and own forward as described"
                                         : ": module without own forward or parametrisation, hooks as described";
    }
}

static void fact_print(Buf *out, const Fact *fact) {
    switch (fact->kind) {
    case FACT_TENSOR:
        print_tensor(out, fact);
        break;
    case FACT_LAYOUT:
        print_layout(out, fact);
        break;
    case FACT_SAME_SHAPE:
        print_subject(out, fact, ".shape == ");
        print_source(out, fact->other);
        buf_puts(out, ".shape");
        break;
    case FACT_TYPE:
        buf_puts(out, "type(");
        print_subject(out, fact, ") is ");
        buf_puts(out, fact->text);
        break;
    case FACT_VALUE:
        print_subject(out, fact,
                      fact->constant.kind == CONST_NONE || fact->constant.kind == CONST_BOOL ? " is " : " == ");
        constant_print(out, &fact->constant);
        break;
    case FACT_LEN:
        buf_puts(out, "len(");
        print_subject(out, fact, ") == ");
        buf_printf(out, "%" PRId64, fact->number);
        break;
    case FACT_INTS:
        print_subject(out, fact, " == (");
        for (uint32_t i = 0; i < fact->count; i++) {
            buf_puts(out, i ? ", " : "");
            sh_print_named(out, fact->exprs[i], print_origin);
        }
        buf_puts(out, fact->count == 1 ? ",)" : ")");
        break;
    case FACT_KEYS:
        print_subject(out, fact, *fact->text ? ": keys in the order" : ": no keys");
        print_keys(out, fact);
        break;
    case FACT_MEMBERS:
        print_subject(out, fact, *fact->text ? ": the members" : ": no members");
        print_keys(out, fact);
        break;
    case FACT_COMPARE:
        print_compare(out, fact);
        break;
    case FACT_SAME:
        print_subject(out, fact, " is ");
        print_source(out, fact->other);
        break;
    case FACT_IS:
        print_qualified(out, fact->text);
        buf_puts(out, " is unchanged");
        break;
    case FACT_CLASS:
        buf_puts(out, "type(");
        print_subject(out, fact, ") is ");
        print_qualified(out, fact->text);
        break;
    case FACT_HAS_KEY:
        print_subject(out, fact, fact->number & 1 ? " has the key " : " lacks the key ");
        constant_print(out, &fact->constant);
        break;
    case FACT_HAS_CLASS:
        print_subject(out, fact, fact->number ? " has the member " : " lacks the member ");
        print_qualified(out, fact->text);
        break;
    case FACT_HAS_OBJECT:
        print_subject(out, fact, fact->number ? " has the member " : " lacks the member ");
        print_source(out, fact->other);
        break;
    case FACT_UNSET:
        buf_printf(out, "%s is not set in the environment", fact->text);
        break;
    case FACT_CLASS_LACKS:
        buf_puts(out, "there is no ");
        print_qualified(out, fact->text);
        break;
    case FACT_WRITTEN:
        buf_puts(out, "class ");
        print_qualified(out, str_intern(fact->text, strcspn(fact->text, "\n")));
        buf_puts(out, " is as it is written");
        break;
    case FACT_MADE: {
        print_subject(out, fact, " is a class made as ");
        const char *qualname = strchr(fact->text, '\n') + 1;
        buf_printf(out, "%.*s", (int)strcspn(qualname, "\n"), qualname);
        break;
    }
    case FACT_CODE:
        buf_puts(out, "the code of ");
        print_qualified(out, fact->text);
        buf_puts(out, " is unchanged");
        break;
    case FACT_ABSENT:
        print_subject(out, fact, ": no attribute of its own named '");
        buf_printf(out, "%s'", fact->text);
        break;
    case FACT_PLAIN_MODULE:
        print_subject(out, fact, plain_module_text(fact->number));
        break;
    case FACT_NO_OVERLAP:
        print_subject(out, fact, ": its memory overlaps no other input");
        break;
    case FACT_NO_OFFSET:
        print_subject(out, fact, ": its storage begins with it");
        break;
    case FACT_EVEN_OFFSET:
        print_subject(out, fact, ": its storage offset is even");
        break;
    case FACT_SERIES:
        print_subject(out, fact, ": one or more items, alike in structure");
        break;
    case FACT_POSITION:
        print_subject(out, fact, " is the element's position");
        if (fact->number)
            buf_printf(out, " + %" PRId64, fact->number);
        break;
    case FACT_SETTABLE: {
        static const char *const kinds[] = {[SETTABLE_PLAIN] = "plain attribute",
                                            [SETTABLE_IN_MODULE] = "plain attribute of the module",
                                            [SETTABLE_HOOKED] = "plain attribute",
                                            [SETTABLE_HOOKED_IN_MODULE] = "plain attribute of the module",
                                            [SETTABLE_DELETED] = "plain attribute to be deleted",
                                            [SETTABLE_BUFFER] = "buffer of the module",
                                            [SETTABLE_SLOT] = "slot of the class"};
        print_subject(out, fact, ": '");
        buf_printf(out, "%s' is a %s when it is assigned", fact->text, kinds[fact->number]);
        break;
    }
    case FACT_LOCAL:
        print_subject(out, fact, " is a function with the code of ");
        print_qualified(out, fact->text);
        break;
    case FACT_MODULES:
        print_subject(out, fact, fact->number & 1 ? " and below it: " : ": right below it ");
        buf_printf(out, "%" PRId64 " different modules", fact->number >> 1);
        break;
    case FACT_APART:
        print_subject(out, fact, " does not hold the attributes of ");
        print_source(out, fact->other);
        break;
    case FACT_UNSEEN:
        print_subject(out, fact,
                      fact->number == UNSEEN_KEYS ? ": no code runs when a key is looked for"
                      : fact->number              ? ": no code runs when it loses what lies in it"
                                                  : ": no code runs when it dies");
        break;
    case FACT_DISTINCT:
        print_subject(out, fact, " is not ");
        print_source(out, fact->other);
        break;
    case FACT_NO_GRAD:
        buf_puts(out, "grad mode is off");
        break;
    case FACT_NO_INFERENCE:
        buf_puts(out, "inference mode is off");
        break;
    case FACT_REQUIRES_NO_GRAD:
        if (fact->source)
            print_subject(out, fact, " does not require grad");
        else
            buf_puts(out, "no tensor requires grad, as grad mode is switched on");
        break;
    case FACT_REQUIRES_GRAD:
        print_subject(out, fact, " requires grad");
        break;
    case FACT_DEFAULT_DTYPE:
        buf_printf(out, "torch.get_default_dtype() is torch.%s", dtype_info[fact->dtype].torch_name);
        break;
    case FACT_AUTOCAST_DTYPE:
        buf_printf(out, "torch.get_autocast_dtype('cpu') is torch.%s", dtype_info[fact->dtype].torch_name);
        break;
    }
}

Str fact_text(Fact *fact) {
    if (!fact->shown) {
        Buf text = {0};
        fact_print(&text, fact);
        fact->shown = str_intern(text.data, text.len);
        buf_free(&text);
    }
    return fact->shown;
}

/* It may hold a text of any length, which the program has. */
Str fact_shown(Fact *fact) {
    enum { MOST_SHOWN = 240, SHOWN_OF_END = 60 };
    Str text = fact_text(fact);
    uint32_t count = str_points(text);
    if (count <= MOST_SHOWN)
        return text;
    const char *cut = str_place(text, MOST_SHOWN - SHOWN_OF_END), *rest = str_place(text, count - SHOWN_OF_END);
    return str_format("%.*s ... %s", (int)(cut - text), text, rest);
}

static bool same_constant(const Constant *a, const Constant *b) {
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case CONST_BOOL:
    case CONST_INT:
        return a->i == b->i;
    case CONST_FLOAT: /* by bits: 0.0 and -0.0 differ, a NaN equals itself */
        return memcmp(&a->f, &b->f, sizeof a->f) == 0;
    case CONST_STR:
        return a->s == b->s;
    case CONST_NONE:
    case CONST_ELLIPSIS:
        break;
    }
    return true;
}

static bool same_fact(const Fact *a, const Fact *b) {
    if (a->kind != b->kind || a->source != b->source || a->other != b->other || a->dtype != b->dtype ||
        a->rank != b->rank || a->number != b->number || a->text != b->text || a->count != b->count)
        return false;
    if (a->kind == FACT_COMPARE && a->compare != b->compare)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (a->exprs[i] != b->exprs[i])
            return false;
    return same_constant(&a->constant, &b->constant);
}

/* Of what tells most facts apart. */
static uint64_t fact_hash(const Fact *fact) {
    const uint64_t parts[] = {MAP_KEY(fact->source), MAP_KEY(fact->other), MAP_KEY(fact->text),
                              fact->count ? MAP_KEY(fact->exprs[0]) : 0, (uint64_t)fact->number};
    uint64_t hash = (uint64_t)fact->kind;
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        hash = (hash ^ parts[i] ^ hash >> 29) * UINT64_C(0x9e3779b97f4a7c15);
    return hash;
}

/* A fact of the hash was put at `place` - 1; another one may have come there, or in front of it. */
static bool has_fact(const FactList *facts, uintptr_t place, const Fact *fact) {
    if (place <= facts->items.len && same_fact(&facts->items.data[place - 1], fact))
        return true;
    for (uint32_t i = 0; i < facts->items.len; i++)
        if (same_fact(&facts->items.data[i], fact))
            return true;
    return false;
}

void fact_add(FactList *facts, const Fact *fact) {
    uint64_t hash = fact_hash(fact);
    if (!facts->places.arena)
        map_init(&facts->places, facts->arena);
    uintptr_t place = (uintptr_t)map_get(&facts->places, hash);
    if (place && has_fact(facts, place, fact))
        return;
    map_put(&facts->places, hash, (void *)(uintptr_t)(facts->items.len + 1));
    Fact copy = *fact;
    if (copy.count)
        copy.exprs = arena_copy(facts->arena, copy.exprs, copy.count * sizeof *copy.exprs);
    vec_push(facts->arena, &facts->items, copy);
}

void fact_add_all(FactList *facts, const FactList *more) {
    vec_reserve(facts->arena, &facts->items, facts->items.len + more->items.len);
    for (uint32_t i = 0; i < more->items.len; i++)
        fact_add(facts, &more->items.data[i]);
}

/* ---- order ----------------------------------------------------------------------------------------------------- */

/* Within one depth: what makes an object safe to look into comes first, then what is read from it, then relations
 * between sizes. Facts about code and globals, on which no other fact depends and which hardly ever fail, come last. */
enum { PHASE_KIND, PHASE_CONTENT, PHASE_LAYOUT, PHASE_RELATION, PHASE_COUNT, LEVEL_WORLD = 1 << 20, LEVEL_MEMORY };

static const int fact_phase[] = {
    [FACT_TENSOR] = PHASE_KIND,
    [FACT_TYPE] = PHASE_KIND,
    [FACT_CLASS] = PHASE_KIND,
    [FACT_MADE] = PHASE_KIND,
    [FACT_KEYS] = PHASE_CONTENT,
    [FACT_MEMBERS] = PHASE_CONTENT,
    [FACT_ABSENT] = PHASE_CONTENT,
    [FACT_LEN] = PHASE_CONTENT,
    [FACT_VALUE] = PHASE_CONTENT,
    [FACT_SAME] = PHASE_CONTENT,
    [FACT_PLAIN_MODULE] = PHASE_CONTENT,
    [FACT_LAYOUT] = PHASE_LAYOUT,
    [FACT_SERIES] = PHASE_CONTENT,
    [FACT_POSITION] = PHASE_CONTENT,
    [FACT_SETTABLE] = PHASE_CONTENT,
    [FACT_UNSEEN] = PHASE_RELATION,
    [FACT_DISTINCT] = PHASE_RELATION,
    [FACT_MODULES] = PHASE_RELATION,
    [FACT_APART] = PHASE_RELATION,
    [FACT_LOCAL] = PHASE_CONTENT,
    [FACT_SAME_SHAPE] = PHASE_RELATION,
    [FACT_COMPARE] = PHASE_RELATION,
    [FACT_NO_OVERLAP] = LEVEL_MEMORY,
    [FACT_IS] = LEVEL_WORLD,
    [FACT_UNSET] = LEVEL_WORLD,
    [FACT_WRITTEN] = LEVEL_WORLD,
    [FACT_CODE] = LEVEL_WORLD,
    [FACT_DEFAULT_DTYPE] = LEVEL_WORLD,
    [FACT_AUTOCAST_DTYPE] = LEVEL_WORLD,
    [FACT_NO_GRAD] = LEVEL_WORLD,
    [FACT_NO_INFERENCE] = LEVEL_WORLD,
    [FACT_REQUIRES_NO_GRAD] = PHASE_CONTENT,
    [FACT_REQUIRES_GRAD] = PHASE_CONTENT,
    [FACT_HAS_CLASS] = PHASE_CONTENT,
    [FACT_HAS_KEY] = PHASE_CONTENT,
    [FACT_HAS_OBJECT] = PHASE_CONTENT,
    [FACT_NO_OFFSET] = PHASE_LAYOUT,
    [FACT_EVEN_OFFSET] = PHASE_LAYOUT,
    [FACT_CLASS_LACKS] = LEVEL_WORLD,
};

/* To an object's class, or to a base of that: reading it runs no code, and what it says makes the object safe to look
 * into. */
static bool leads_to_class(const Source *source) {
    Str mro = str_of("__mro__");
    if (source->kind == SRC_ATTR)
        return source->name == str_of("type()") || source->name == mro;
    return source->kind == SRC_ITEM_INT && source->base->kind == SRC_ATTR && source->base->name == mro;
}

static int source_depth(const Source *source) {
    int depth = 0;
    for (; source && source->base; source = source->base)
        depth += !leads_to_class(source);
    return depth;
}

static void deepest_origin(void *env, const ShSymbol *symbol) {
    int *depth = env;
    if (symbol->origin && symbol->origin_kind != SH_FROM_NODE && source_depth(symbol->origin) > *depth)
        *depth = source_depth(symbol->origin);
}

static int fact_level(const Fact *fact) {
    int phase = fact_phase[fact->kind];
    if (phase >= LEVEL_WORLD)
        return phase;
    if (fact->kind == FACT_REQUIRES_NO_GRAD && !fact->source)
        return -1; /* the guards of the tensors look at it */
    int depth = source_depth(fact->source), other = source_depth(fact->other);
    if (other > depth)
        depth = other;
    for (uint32_t i = 0; i < fact->count; i++)
        sh_visit_symbols(fact->exprs[i], deepest_origin, &depth);
    return depth * PHASE_COUNT + phase;
}

typedef struct Place {
    int level;
    uint32_t at;
} Place;

static int compare_places(const void *a, const void *b) {
    const Place *x = a, *y = b;
    return x->level != y->level ? x->level - y->level : (int)x->at - (int)y->at;
}

/* What was assumed of two sizes before they were known to be one is the same fact twice. */
static bool is_repeated(Map *compared, Fact *fact) {
    if (fact->kind != FACT_COMPARE)
        return false;
    uint64_t text = MAP_KEY(fact_text(fact));
    if (map_has(compared, text))
        return true;
    map_put(compared, text, fact);
    return false;
}

void fact_sort(FactList *facts) {
    uint32_t count = facts->items.len;
    Place *places = arena_array(facts->arena, Place, count);
    for (uint32_t i = 0; i < count; i++)
        places[i] = (Place){fact_level(&facts->items.data[i]), i};
    if (count)
        qsort(places, count, sizeof *places, compare_places);
    Fact *sorted = arena_array(facts->arena, Fact, count);
    Map compared;
    map_init(&compared, facts->arena);
    facts->items.len = 0;
    for (uint32_t i = 0; i < count; i++) {
        Fact *fact = &facts->items.data[places[i].at];
        if (!is_repeated(&compared, fact))
            sorted[facts->items.len++] = *fact;
    }
    facts->items.data = sorted;
    facts->items.cap = count;
}
