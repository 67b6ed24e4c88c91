/* Equal kernels of several variants become one. A method that others call is in each of them, and most of its kernels
 * are the same there but for the names of what they read: the first one stays, the others' callers call it. Equal means
 * line by line of the program too, so that a debugger and the comments in the C name the right one. */
#include "codegen/loop.h"

#include <inttypes.h>

/* A function written so that two texts are equal when the functions are. */
typedef struct Writer {
    const LpShare *share;
    Map numbers; /* LpVar -> its number in the text */
    intptr_t count;
    Buf text;
} Writer;

static void write_type(Writer *w, LpType type) {
    buf_printf(&w->text, "%d%d%d%d ", (int)type.base, type.pointer, type.is_const, type.is_restrict);
}

static void write_var(Writer *w, const LpVar *var) {
    if (!var) {
        buf_puts(&w->text, "- ");
        return;
    }
    intptr_t number = (intptr_t)map_get(&w->numbers, MAP_KEY(var));
    if (!number) {
        number = ++w->count;
        map_put(&w->numbers, MAP_KEY(var), (void *)number);
        buf_printf(&w->text, "%d%d", var->is_array, var->is_mutable);
        write_type(w, var->type);
    }
    buf_printf(&w->text, "v%d ", (int)number);
}

/* The function that runs where `name` is called. */
static Str target(const LpShare *share, Str name) {
    const LpFunction *other = map_get(&share->replaced, MAP_KEY(name));
    return other ? other->name : name;
}

static void write_expr(Writer *w, const LpExpr *e) {
    if (!e) {
        buf_puts(&w->text, "-");
        return;
    }
    buf_printf(&w->text, "(%d.%d.%" PRId64, (int)e->kind, (int)e->op, e->number);
    buf_put(&w->text, (const char *)&e->real, sizeof e->real);
    write_type(w, e->type);
    if (e->text)
        buf_printf(&w->text, "%p ", (const void *)(e->kind == LPE_CALL ? target(w->share, e->text) : e->text));
    if (e->var)
        write_var(w, e->var);
    for (uint32_t i = 0; i < e->arg_count; i++)
        write_expr(w, e->args[i]);
    buf_putc(&w->text, ')');
}

static void write_block(Writer *w, const LpBlock *block) {
    buf_putc(&w->text, '{');
    for (uint32_t i = 0; i < block->items.len; i++) {
        const LpStmt *s = block->items.data[i];
        buf_printf(&w->text, "%d.%d.%" PRId64 ".%p.%p.%u.%u ", (int)s->kind, s->simd, s->number, (const void *)s->text,
                   (const void *)s->span.file, s->span.begin, s->span.end);
        const LpVar *const vars[] = {s->var, s->last, s->part, s->parts};
        for (size_t v = 0; v < COUNT_OF(vars); v++)
            write_var(w, vars[v]);
        for (size_t a = 0; a < COUNT_OF(s->args); a++)
            write_expr(w, s->args[a]);
        for (uint32_t r = 0; r < s->reduction_count; r++) {
            buf_printf(&w->text, "r%d ", (int)s->reductions[r].kind);
            write_var(w, s->reductions[r].var);
        }
        write_block(w, &s->body);
        write_block(w, &s->other);
    }
    buf_putc(&w->text, '}');
}

static Str text_of(const LpShare *share, const LpFunction *function) {
    Writer w = {.share = share};
    map_init(&w.numbers, share->arena);
    write_type(&w, function->result);
    for (uint32_t i = 0; i < function->params.len; i++)
        write_var(&w, function->params.data[i]);
    write_block(&w, &function->body);
    Str text = str_intern(w.text.data, w.text.len);
    buf_free(&w.text);
    return text;
}

/* ---- calls go to the one that stays ------------------------------------------------------------------------------ */
static void retarget_expr(const LpShare *share, LpExpr *e) {
    LpFunction *other = e && e->kind == LPE_CALL ? map_get(&share->replaced, MAP_KEY(e->text)) : NULL;
    if (other) {
        e->text = other->name;
        other->is_common = true;
    }
    for (uint32_t i = 0; e && i < e->arg_count; i++)
        retarget_expr(share, e->args[i]);
}

static void retarget_block(const LpShare *share, const LpBlock *block) {
    for (uint32_t i = 0; i < block->items.len; i++) {
        const LpStmt *s = block->items.data[i];
        for (size_t a = 0; a < COUNT_OF(s->args); a++)
            retarget_expr(share, s->args[a]);
        retarget_block(share, &s->body);
        retarget_block(share, &s->other);
    }
}

void lp_share_init(LpShare *share, Arena *arena) {
    share->arena = arena;
    map_init(&share->known, arena);
    map_init(&share->replaced, arena);
}

void lp_share(LpShare *share, LpModule *module) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < module->functions.len; i++) {
        LpFunction *function = module->functions.data[i];
        Str text = function->is_kernel ? text_of(share, function) : NULL;
        LpFunction *known = text ? map_get(&share->known, MAP_KEY(text)) : NULL;
        if (known) {
            map_put(&share->replaced, MAP_KEY(function->name), known);
            continue;
        }
        if (text)
            map_put(&share->known, MAP_KEY(text), function);
        retarget_block(share, &function->body);
        module->functions.data[kept++] = function;
    }
    module->functions.len = kept;
}
