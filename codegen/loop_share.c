/* Equal kernels of several variants become one. A method that others call is in each of them, and most of its kernels
 * are the same there but for the names of what they read. Equal means line by line of the program too, so that a
 * debugger and the comments in the C name the right one. It is known as soon as variants are lowered, which may be in
 * another order than that of the program, and some of them are not emitted: if the kernel that was lowered first is not
 * the one that is emitted first, calls are changed once more. */
#include "codegen/loop.h"

#include <string.h>

/* A function written as numbers so that two of these texts are equal when the functions are. */
typedef struct Writer {
    LpShare *share;
    uint32_t before; /* variables that other functions have: those of this one are counted from here */
    Buf *text;
} Writer;

static void write_number(Writer *w, uint64_t number) { buf_put(w->text, (const char *)&number, sizeof number); }

static void write_pointer(Writer *w, const void *pointer) { write_number(w, (uintptr_t)pointer); }

static uint64_t type_bits(LpType type) {
    return (uint64_t)type.base << 8 | (uint64_t)type.pointer << 2 | (uint64_t)type.is_const << 1 | type.is_restrict;
}

static void write_var(Writer *w, LpVar *var) {
    bool is_new = var && var->number <= w->before;
    if (is_new)
        var->number = ++w->share->numbered;
    write_number(w, var ? var->number - w->before : 0);
    if (is_new)
        write_number(w, type_bits(var->type) << 2 | (uint64_t)var->is_array << 1 | var->is_mutable);
}

/* The function that runs where `name` is called. */
static Str target(const LpShare *share, Str name) {
    const LpFunction *other = map_get(&share->replaced, MAP_KEY(name));
    return other ? other->name : name;
}

static void write_expr(Writer *w, const LpExpr *e) {
    write_number(w, e ? (uint64_t)e->kind + 1 : 0);
    if (!e)
        return;
    write_number(w, type_bits(e->type) << 40 | (uint64_t)e->op << 32 | e->arg_count);
    if (e->kind == LPE_CALL)
        write_pointer(w, target(w->share, e->text));
    else if (e->kind == LPE_VAR)
        write_var(w, e->var);
    else
        write_number(w, (uint64_t)e->number); /* or the bits of what is in its place */
    for (uint32_t i = 0; i < e->arg_count; i++)
        write_expr(w, e->args[i]);
}

static void write_block(Writer *w, const LpBlock *block) {
    write_number(w, block->items.len);
    for (uint32_t i = 0; i < block->items.len; i++) {
        const LpStmt *s = block->items.data[i];
        write_number(w, (uint64_t)s->kind << 40 | (uint64_t)s->simd << 32 | s->reduction_count);
        write_number(w, (uint64_t)s->number);
        write_pointer(w, s->text);
        write_pointer(w, s->span.file);
        write_number(w, (uint64_t)s->span.begin << 32 | s->span.end);
        LpVar *const vars[] = {s->var, s->last, s->part, s->parts};
        for (size_t v = 0; v < COUNT_OF(vars); v++)
            write_var(w, vars[v]);
        for (size_t a = 0; a < COUNT_OF(s->args); a++)
            write_expr(w, s->args[a]);
        for (uint32_t r = 0; r < s->reduction_count; r++) {
            write_number(w, (uint64_t)s->reductions[r].kind);
            write_var(w, s->reductions[r].var);
        }
        write_block(w, &s->body);
        write_block(w, &s->other);
    }
}

static Str text_of(LpShare *share, const LpFunction *function) {
    Writer w = {.share = share, .before = share->numbered, .text = &share->text};
    share->text.len = 0;
    write_number(&w, type_bits(function->result));
    write_number(&w, function->params.len);
    for (uint32_t i = 0; i < function->params.len; i++)
        write_var(&w, function->params.data[i]);
    write_block(&w, &function->body);
    return str_intern(share->text.data, share->text.len);
}

static uint64_t mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
}

static uint64_t outline_of_block(uint64_t outline, const LpBlock *block) {
    for (uint32_t i = 0; i < block->items.len; i++) {
        const LpStmt *s = block->items.data[i];
        outline = mix(outline, (uint64_t)s->kind << 32 | (s->var ? type_bits(s->var->type) : 0));
        outline = mix(outline, (uint64_t)s->span.begin << 32 | s->span.end);
        for (size_t a = 0; a < COUNT_OF(s->args) && s->args[a]; a++)
            outline =
                mix(outline, (uint64_t)s->args[a]->kind << 32 | (uint64_t)s->args[a]->op << 16 | s->args[a]->arg_count);
        outline = outline_of_block(outline, &s->body);
    }
    return outline;
}

/* Equal functions have equal outlines; of others few do, and only these have to be written. */
static uint64_t outline_of(const LpFunction *function) {
    uint64_t outline = function->params.len;
    for (uint32_t i = 0; i < function->params.len; i++)
        outline = mix(outline, type_bits(function->params.data[i]->type));
    return outline_of_block(outline, &function->body);
}

/* The function that was met before and is equal, or NULL; this one is remembered then. */
static LpFunction *find_equal(LpShare *share, LpFunction *function) {
    uint64_t outline = outline_of(function);
    if (!map_has(&share->alone, outline)) {
        map_put(&share->alone, outline, function);
        return NULL;
    }
    LpFunction *first = map_get(&share->alone, outline);
    if (first)
        map_put(&share->known, MAP_KEY(text_of(share, first)), first);
    map_put(&share->alone, outline, NULL);
    Str text = text_of(share, function);
    LpFunction *known = map_get(&share->known, MAP_KEY(text));
    if (!known)
        map_put(&share->known, MAP_KEY(text), function);
    return known;
}

/* ---- calls go to the one that stays ------------------------------------------------------------------------------ */
static bool retarget_expr(const Map *targets, LpExpr *e) {
    LpFunction *other = e && e->kind == LPE_CALL ? map_get(targets, MAP_KEY(e->text)) : NULL;
    if (other) {
        e->text = other->name;
        other->is_common = true;
    }
    bool found = other != NULL;
    for (uint32_t i = 0; e && i < e->arg_count; i++)
        found |= retarget_expr(targets, e->args[i]);
    return found;
}

static bool retarget_block(const Map *targets, const LpBlock *block) {
    bool found = false;
    for (uint32_t i = 0; i < block->items.len; i++) {
        const LpStmt *s = block->items.data[i];
        for (size_t a = 0; a < COUNT_OF(s->args); a++)
            found |= retarget_expr(targets, s->args[a]);
        found |= retarget_block(targets, &s->body);
        found |= retarget_block(targets, &s->other);
    }
    return found;
}

/* `targets`: by the names that are called until now. */
static void retarget(const Map *targets, LpFunction *function) {
    if (retarget_block(targets, &function->body))
        function->code = NULL;
}

void lp_share_init(LpShare *share, Arena *arena) {
    *share = (LpShare){0};
    map_init(&share->alone, arena);
    map_init(&share->known, arena);
    map_init(&share->replaced, arena);
    map_init(&share->renamed, arena);
}

void lp_share(LpShare *share, LpModule *module) {
    uint32_t replaced = share->replaced.len;
    for (uint32_t i = 0; i < module->functions.len; i++) {
        LpFunction *function = module->functions.data[i];
        function->same_as = function->is_kernel ? find_equal(share, function) : NULL;
        if (share->replaced.len > replaced) /* a function calls those of its own module alone */
            retarget(&share->replaced, function);
        if (function->same_as)
            map_put(&share->replaced, MAP_KEY(function->name), function->same_as);
    }
}

/* Who calls an equal kernel has one of its own before it, so that what is called is placed before each caller. */
void lp_share_place(LpShare *share, LpModule *module) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < module->functions.len; i++) {
        LpFunction *function = module->functions.data[i];
        LpFunction *called = function->same_as ? function->same_as : function;
        if (called->is_placed)
            continue;
        called->is_placed = true;
        if (called != function) {
            map_put(&share->renamed, MAP_KEY(called->name), function);
            called->name = function->name;
        }
        if (share->renamed.len)
            retarget(&share->renamed, function);
        module->functions.data[kept++] = function;
    }
    module->functions.len = kept;
}

void lp_share_end(LpShare *share) { buf_free(&share->text); }
