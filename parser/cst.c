/* The concrete tree: node types as a C enum, and the children of a node as an array. */
#include "parser/lower.h"

#include <string.h>

static const char *const cst_names[CST_COUNT] = {
    [CST_unknown] = "unknown",
#define CST(name) [CST_##name] = #name,
#define TOKEN(name, text) [CST_##name] = text,
#include "parser/cst.def"
};

static const bool cst_is_token[CST_COUNT] = {
#define CST(name) [CST_##name] = false,
#define TOKEN(name, text) [CST_##name] = true,
#include "parser/cst.def"
};

enum { SYMBOL_LIMIT = 512, FEW_CHILDREN = 8 };
static uint8_t cst_of_symbol[SYMBOL_LIMIT];
static bool cst_ready;

_Static_assert(CST_COUNT <= UINT8_MAX, "a Cst must fit a byte");

static uint8_t cst_named(const char *name, bool is_token) {
    for (uint32_t cst = 1; cst < CST_COUNT; cst++)
        if (cst_names[cst][0] == name[0] && cst_is_token[cst] == is_token && strcmp(name, cst_names[cst]) == 0)
            return (uint8_t)cst;
    return 0;
}

void cst_init(void) {
    if (cst_ready)
        return;
    ts_set_allocator(tree_alloc, tree_calloc, tree_realloc, tree_free);
    const TSLanguage *language = tree_sitter_python();
    uint32_t count = ts_language_symbol_count(language);
    if (count > SYMBOL_LIMIT)
        ICE("the grammar has %u symbols", count);
    for (uint32_t symbol = 0; symbol < count; symbol++) {
        TSSymbolType type = ts_language_symbol_type(language, (TSSymbol)symbol);
        if (type != TSSymbolTypeRegular && type != TSSymbolTypeAnonymous)
            continue;
        const char *name = ts_language_symbol_name(language, (TSSymbol)symbol);
        cst_of_symbol[symbol] = cst_named(name, type == TSSymbolTypeAnonymous);
    }
    cst_ready = true;
}

Cst cst_kind(TSNode node) {
    TSSymbol symbol = ts_node_symbol(node);
    return symbol < SYMBOL_LIMIT ? (Cst)cst_of_symbol[symbol] : CST_unknown;
}

const char *cst_name(Cst cst) { return cst_names[cst]; }

Kid kid_of(TSNode node) {
    return (Kid){.node = node, .begin = ts_node_start_byte(node), .end = ts_node_end_byte(node), .cst = cst_kind(node)};
}

static void push(Lower *lower, Kid kid) {
    if (lower->top == lower->cap) {
        lower->cap = lower->cap ? lower->cap * 2 : 256;
        lower->stack = support_realloc(lower->stack, lower->cap * sizeof(Kid));
    }
    lower->stack[lower->top++] = kid;
}

static void push_child(Lower *lower, TSNode node) {
    if (!ts_node_is_extra(node))
        push(lower, kid_of(node));
}

/* tree-sitter finds a child by going through those before it; a cursor goes from one to the next, but a step of it
 * takes as long as several of those. */
Kids kids_open(Lower *lower, Kid parent) {
    Kids kids = {.at = lower->top};
    uint32_t count = ts_node_child_count(parent.node);
    if (count <= FEW_CHILDREN) {
        for (uint32_t i = 0; i < count; i++)
            push_child(lower, ts_node_child(parent.node, i));
    } else {
        ts_tree_cursor_reset(&lower->cursor, parent.node);
        bool more = ts_tree_cursor_goto_first_child(&lower->cursor);
        for (; more; more = ts_tree_cursor_goto_next_sibling(&lower->cursor))
            push_child(lower, ts_tree_cursor_current_node(&lower->cursor));
    }
    kids.len = lower->top - kids.at;
    return kids;
}

void kids_close(Lower *lower, Kids kids) { lower->top = kids.at; }

Kid kid_at(const Lower *lower, Kids kids, uint32_t index) {
    if (index >= kids.len)
        ICE("child %u of %u", index, kids.len);
    return lower->stack[kids.at + index];
}
