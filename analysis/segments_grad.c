/* Segments are guarded against tensors that require grad, as no gradients are recorded in C. One that takes what a
 * statement of Python has made such a tensor would never run; this tells which variables hold one. What it does not
 * find costs a miss, and no more. */
#include "analysis/segments_grad.h"

#include <string.h>

static bool is_true(const AstNode *node) {
    const AstConstant *constant = node->kind == AST_Constant ? &node->u.Constant.value : NULL;
    return constant && constant->kind == AST_CONST_BOOL && constant->boolean;
}

static bool is_named(const AstNode *node, const char *name) {
    return node->kind == AST_Attribute && strcmp(node->u.Attribute.attr, name) == 0;
}

/* `x.requires_grad_()`, `x.requires_grad = True`, and `x.backward()`, which it would raise for another: the expression
 * x. NULL: it is none of them. */
static const AstNode *switched_on(const AstNode *node) {
    if (node->kind == AST_Call && is_named(node->u.Call.func, "requires_grad_")) {
        const AstList *args = &node->u.Call.args;
        bool on = args->len ? is_true(args->items[0]) : node->u.Call.keywords.len == 0;
        return on ? node->u.Call.func->u.Attribute.value : NULL;
    }
    if (node->kind == AST_Call && is_named(node->u.Call.func, "backward"))
        return node->u.Call.func->u.Attribute.value;
    const AstNode *target = node->kind == AST_Assign ? node->u.Assign.targets.items[0] : NULL;
    return target && is_named(target, "requires_grad") && is_true(node->u.Assign.value) ? target->u.Attribute.value
                                                                                        : NULL;
}

typedef struct Scan {
    Map *tracked;
    bool makes, reads; /* a tensor that requires grad */
    bool drops;        /* what is read may be without gradients */
} Scan;

static void scan(AstNode *node, void *data) {
    static const char *const without[] = {"detach", "detach_", "data", "grad", "no_grad", "inference_mode"};
    Scan *s = data;
    const AstNode *on = switched_on(node);
    bool is_keyword = node->kind == AST_keyword && node->u.keyword.arg &&
                      strcmp(node->u.keyword.arg, "requires_grad") == 0 && is_true(node->u.keyword.value);
    s->makes |= is_keyword || (on && node->kind == AST_Call);
    if (on && on->kind == AST_Name)
        map_put(s->tracked, MAP_KEY(on->u.Name.id), (void *)(uintptr_t)on);
    s->reads |= node->kind == AST_Name && map_get(s->tracked, MAP_KEY(node->u.Name.id));
    for (size_t i = 0; i < COUNT_OF(without); i++)
        s->drops |= is_named(node, without[i]);
    ast_each_child(node, scan, s);
}

void segments_track_grad(Map *tracked, const AstNode *statement, const Liveness *live) {
    Scan s = {.tracked = tracked};
    scan((AstNode *)(uintptr_t)statement, &s);
    bool gives = statement->kind == AST_Assign && (s.makes || (s.reads && !s.drops));
    for (uint32_t i = 0; i < live->stored.names.len; i++)
        map_put(tracked, MAP_KEY(live->stored.names.values[i]), gives ? (void *)(uintptr_t)statement : NULL);
}

Str segments_tracked_input(const Map *tracked, const FactList *facts) {
    for (uint32_t i = 0; i < facts->items.len; i++) {
        const Fact *fact = &facts->items.data[i];
        bool forbids = fact->kind == FACT_TENSOR && !fact->number && fact->source->kind == SRC_ARG &&
                       (fact->dtype >= DT_COUNT || dtype_is_float(fact->dtype) || dtype_is_complex(fact->dtype));
        if (forbids && map_get(tracked, MAP_KEY(fact->source->name)))
            return fact->source->name;
    }
    return NULL;
}
