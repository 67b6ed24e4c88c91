/* Loop IR as text, for people and tests: one statement a line, every type spelled out where it is declared. */
#include "codegen/loop.h"

#include <inttypes.h>

static void print_type(Buf *out, LpType type) {
    static const char *const names[LPT_COUNT] = {"void", "bool",   "b8",     "u8",   "i8",  "i16", "i32",
                                                 "i64",  "u64",    "f16",    "bf16", "f32", "f64", "status",
                                                 "call", "object", "tensor", "aten", "char"};
    buf_puts(out, names[type.base]);
    for (int i = 0; i < type.pointer; i++)
        buf_putc(out, '*');
}

static void print_expr(Buf *out, const LpExpr *e) {
    switch (e->kind) {
    case LPE_INT:
        buf_printf(out, "%" PRId64, e->number);
        return;
    case LPE_FLOAT:
        buf_printf(out, "%.17g:", e->real);
        print_type(out, e->type);
        return;
    case LPE_BOOL:
        buf_puts(out, e->number ? "true" : "false");
        return;
    case LPE_VAR:
        buf_puts(out, e->var->name);
        return;
    case LPE_NAME:
        buf_puts(out, e->text);
        return;
    case LPE_TEXT:
        buf_printf(out, "\"%s\"", e->text);
        return;
    case LPE_UNARY:
        buf_printf(out, "(%s ", lp_operator_info[e->op].spelling);
        break;
    case LPE_BINARY:
        buf_printf(out, "(%s ", lp_operator_info[e->op].spelling);
        break;
    case LPE_SELECT:
        buf_puts(out, "(select ");
        break;
    case LPE_CAST:
        buf_puts(out, "(");
        print_type(out, e->type);
        buf_puts(out, " ");
        break;
    case LPE_CALL:
        buf_printf(out, "(%s%s", e->text, e->arg_count ? " " : "");
        break;
    case LPE_LOAD:
        buf_puts(out, "(at ");
        break;
    case LPE_FIELD:
        buf_printf(out, "(.%s ", e->text);
        break;
    case LPE_ADDRESS:
        buf_puts(out, "(& ");
        break;
    case LPE_ARRAY:
        buf_puts(out, "(array ");
        break;
    }
    for (uint32_t i = 0; i < e->arg_count; i++) {
        buf_puts(out, i ? " " : "");
        print_expr(out, e->args[i]);
    }
    buf_putc(out, ')');
}

static void print_block(Buf *out, const LpBlock *block, int indent) {
    static const char *const words[] = {"decl",  "set",    "do",    "for", "while", "if",
                                        "break", "return", "guard", "try", "miss",  "split"};
    for (uint32_t i = 0; i < block->items.len; i++) {
        const LpStmt *s = block->items.data[i];
        buf_printf(out, "%*s%s", indent, "", words[s->kind]);
        if (s->kind == LPS_GUARD)
            buf_printf(out, " %d", s->number);
        if (s->var)
            buf_printf(out, " %s", s->var->name);
        if (s->kind == LPS_DECL) {
            buf_putc(out, ' ');
            print_type(out, s->var->type);
        }
        for (size_t a = 0; a < COUNT_OF(s->args); a++) {
            if (s->args[a]) {
                buf_putc(out, ' ');
                print_expr(out, s->args[a]);
            }
        }
        buf_puts(out, s->simd ? " simd\n" : "\n");
        print_block(out, &s->body, indent + 2);
        if (s->other.items.len)
            buf_printf(out, "%*selse\n", indent, "");
        print_block(out, &s->other, indent + 2);
    }
}

void lp_print(Buf *out, const LpModule *module) {
    for (uint32_t i = 0; i < module->functions.len; i++) {
        const LpFunction *fn = module->functions.data[i];
        buf_printf(out, "%s %s", fn->is_kernel ? "kernel" : "host", fn->name);
        for (uint32_t p = 0; p < fn->params.len; p++) {
            buf_printf(out, "%s%s ", p ? ", " : " (", fn->params.data[p]->name);
            print_type(out, fn->params.data[p]->type);
        }
        buf_puts(out, fn->params.len ? ")\n" : " ()\n");
        print_block(out, &fn->body, 2);
        buf_putc(out, '\n');
    }
}
