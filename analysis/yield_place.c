/* Where a generator waits.
 *
 * What follows a yield is what the run time makes a function of (_resumed() in runtime/pyaot_stub.py), with the
 * variables and the iterators of loops as its arguments: the statements after it, and further iterations. So nothing
 * else may lead to the generator's variables (a function that it defines, `locals()`), and nothing may be under way
 * but branches and loops. */
#include "analysis/yield_place.h"

#include <string.h>

typedef struct Search {
    Span at;
    int before;
    bool others; /* what other code cannot go on with */
} Search;

static bool is_private(Str name) {
    size_t len = strlen(name);
    return len > 2 && !strncmp(name, "__", 2) && strcmp(name + len - 2, "__") != 0;
}

static bool looks_at_frame(Str name) {
    static const char *const names[] = {"super", "__class__", "locals", "vars", "dir", "eval", "exec", "sys"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i]))
            return true;
    return is_private(name);
}

static void look_at(AstNode *node, void *data) {
    Search *search = data;
    switch (node->kind) {
    case AST_FunctionDef:
    case AST_AsyncFunctionDef:
    case AST_ClassDef:
    case AST_Lambda:
    case AST_GeneratorExp:
    case AST_Global:
    case AST_Nonlocal:
        search->others = true;
        return;
    case AST_Name:
        search->others = search->others || looks_at_frame(node->u.Name.id);
        break;
    case AST_Attribute:
        search->others = search->others || is_private(node->u.Attribute.attr);
        break;
    case AST_Yield:
        search->before += node->span.begin < search->at.begin;
        break;
    default:
        break;
    }
    ast_each_child(node, look_at, search);
}

static bool is_at(const AstNode *node, Span at) {
    return node->kind == AST_Yield && node->span.begin == at.begin && node->span.end == at.end;
}

static bool binds_names(const AstList *targets) {
    for (uint32_t i = 0; i < targets->len; i++)
        if (targets->items[i]->kind != AST_Name)
            return false;
    return true;
}

static bool find_in(Arena *arena, const AstList *block, Span at, YieldPlace *out) {
    const AstNode *node = NULL;
    for (uint32_t i = 0; i < block->len && !node; i++)
        if (block->items[i]->span.begin <= at.begin && block->items[i]->span.end >= at.end)
            node = block->items[i];
    if (!node)
        return false;
    switch (node->kind) {
    case AST_Expr:
        return is_at(node->u.Expr.value, at);
    case AST_Assign:
        return is_at(node->u.Assign.value, at) && binds_names(&node->u.Assign.targets);
    case AST_If:
        return find_in(arena, &node->u.If.body, at, out) || find_in(arena, &node->u.If.orelse, at, out);
    case AST_While:
        return find_in(arena, &node->u.While.body, at, out) || find_in(arena, &node->u.While.orelse, at, out);
    case AST_For:
        vec_push(arena, &out->loops, node);
        if (find_in(arena, &node->u.For.body, at, out))
            return true;
        (void)vec_pop(&out->loops);
        return find_in(arena, &node->u.For.orelse, at, out);
    default:
        return false;
    }
}

bool yield_place(Arena *arena, const AstNode *def, Span at, YieldPlace *out) {
    const AstList *body = ast_body(def);
    Search search = {.at = at};
    *out = (YieldPlace){0};
    for (uint32_t i = 0; i < body->len; i++)
        look_at(body->items[i], &search);
    out->ordinal = search.before;
    return !search.others && find_in(arena, body, at, out);
}
