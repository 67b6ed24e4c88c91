/* How a value reads in signatures and messages: `f32[N, 4]`, `int`, `None`, the name of a class. */
#include "analysis/ev_internal.h"

static void print_tensor_type(Buf *out, const IrType *type) {
    buf_printf(out, "%s[", dtype_info[type->dtype].short_name);
    if (type->flat)
        buf_puts(out, "...");
    for (int i = 0; i < type->rank && !type->flat; i++) {
        buf_puts(out, i ? ", " : "");
        sh_print(out, type->shape[i]);
    }
    if (!type->flat && type->rank == 0)
        buf_puts(out, "()");
    buf_putc(out, ']');
}

void ev_print_kind(Buf *out, Ev *ev, const Value *value) {
    switch (value->kind) {
    case V_TENSOR:
        print_tensor_type(out, &value->u.tensor.node->type);
        break;
    case V_INSTANCE:
        buf_puts(out, value->u.instance.cls->name);
        if (value->u.instance.cls->is_enum) {
            const Value *member = ev_getattr(ev, value, str_of("_name_"), (Span){0});
            buf_printf(out, ".%s", member && member->kind == V_STR ? member->u.str : "?");
        }
        break;
    case V_STR:
    case V_FLOAT: {
        Constant constant = {.kind = value->kind == V_STR ? CONST_STR : CONST_FLOAT};
        if (value->kind == V_STR)
            constant.s = value->u.str;
        else
            constant.f = value->u.number;
        if (value->kind == V_STR && !value->u.str)
            buf_puts(out, "str");
        else
            constant_print(out, &constant);
        break;
    }
    case V_BOOL:
        buf_puts(out, value->u.boolean ? "True" : "False");
        break;
    case V_NONE:
        buf_puts(out, "None");
        break;
    case V_INT: {
        int64_t known;
        if (sh_is_const(value->u.expr, &known))
            buf_printf(out, "%lld", (long long)known);
        else
            buf_puts(out, "int");
        break;
    }
    case V_UNKNOWN:
        buf_puts(out, ev_is_open(ev, value, V_LIST) ? "list" : ev_is_open(ev, value, V_DICT) ? "dict" : "any");
        break;
    default:
        buf_puts(out, ev_kind_name(value));
    }
}

const char *ev_kind_text(Ev *ev, const Value *value) {
    Buf text = {0};
    ev_print_kind(&text, ev, value);
    const char *shown = str_intern(text.data, text.len);
    buf_free(&text);
    return shown;
}
