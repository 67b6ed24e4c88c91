/* What declarations tell where no call does: the defaults and annotations of parameters, other ways in which a function
 * is likely to be called, and an object of a class that nothing makes.
 *
 * All of it is a guess about callers and becomes guards of a variant. It is evaluated before the first attempt, as
 * driver code is, since what attempts make does not outlive them. */
#include "analysis/declared_uses.h"
#include "analysis/entry.h"
#include "analysis/ev_internal.h"
#include "analysis/exemplar.h"

#include <string.h>

enum { MAX_NESTED = 3 };

uint32_t declared_count(const AstNode *def) {
    const AstNode *a = def->u.FunctionDef.args;
    return a->u.arguments.posonlyargs.len + a->u.arguments.args.len + (a->u.arguments.vararg != NULL) +
           a->u.arguments.kwonlyargs.len + (a->u.arguments.kwarg != NULL);
}

void declared_defaults(const Function *function, const Value **slots) {
    const AstNode *a = function->def->u.FunctionDef.args;
    uint32_t positional = a->u.arguments.posonlyargs.len + a->u.arguments.args.len;
    for (uint32_t i = 0; i < function->default_count; i++) {
        const Value **slot = &slots[positional - function->default_count + i];
        *slot = *slot ? *slot : function->defaults[i];
    }
    for (uint32_t i = 0; i < a->u.arguments.kwonlyargs.len; i++)
        if (!slots[positional + i] && function->kw_defaults)
            slots[positional + i] = function->kw_defaults[i];
}

/* The parameter of a slot; NULL for *args and **kwargs. */
static const AstNode *parameter_at(const Function *function, uint32_t slot) {
    const AstNode *a = function->def->u.FunctionDef.args;
    const AstList *lists[] = {&a->u.arguments.posonlyargs, &a->u.arguments.args, &a->u.arguments.kwonlyargs};
    for (size_t k = 0; k < COUNT_OF(lists); slot -= lists[k]->len, k++)
        if (slot < lists[k]->len)
            return lists[k]->items[slot];
    return NULL;
}

/* ---- annotations ------------------------------------------------------------------------------------------------ */

static bool is_none(const AstNode *node) {
    return node->kind == AST_Constant && node->u.Constant.value.kind == AST_CONST_NONE;
}

static bool is_named(const AstNode *node, const char *name) {
    if (node->kind == AST_Attribute)
        return strcmp(node->u.Attribute.attr, name) == 0;
    return node->kind == AST_Name && strcmp(node->u.Name.id, name) == 0;
}

/* T of `Optional[T]`, `T | None` and `None | T`; others are given back as they are. */
static const AstNode *without_none(const AstNode *annotation) {
    if (annotation->kind == AST_Subscript && is_named(annotation->u.Subscript.value, "Optional"))
        return annotation->u.Subscript.slice;
    if (annotation->kind != AST_BinOp || annotation->u.BinOp.op != AST_BitOr)
        return annotation;
    return is_none(annotation->u.BinOp.right) ? annotation->u.BinOp.left : annotation->u.BinOp.right;
}

/* A value of the annotated type: a number, or an object of a class of the program's; NULL: nothing known. */
static const Value *value_of_annotation(Ev *ev, const AstNode *annotation, int depth) {
    if (!annotation)
        return NULL;
    annotation = without_none(annotation);
    if (annotation->kind != AST_Name)
        return NULL;
    if (strcmp(annotation->u.Name.id, "int") == 0)
        return ev_int(ev, 1);
    if (strcmp(annotation->u.Name.id, "float") == 0)
        return ev_float(ev, 1.0);
    if (strcmp(annotation->u.Name.id, "bool") == 0)
        return ev_bool(ev, false);
    const Value *cls = ev_eval_in_module(ev, ev->main_module, annotation, NULL);
    ev_clear_fail(ev);
    if (!cls || cls->kind != V_CLASS || cls->u.class_info->module != ev->main_module || depth >= MAX_NESTED)
        return NULL;
    return declared_object(ev, cls->u.class_info, depth + 1);
}

static bool is_text(const AstNode *annotation) { return annotation && is_named(without_none(annotation), "str"); }

/* Likewise of a parameter, which may be a text: any. */
static const Value *argument_of_annotation(Ev *ev, const AstNode *annotation) {
    return is_text(annotation) ? ev_str(ev, NULL) : value_of_annotation(ev, annotation, 0);
}

void declared_annotations(Ev *ev, const Function *function, const Value **slots) {
    uint32_t count = declared_count(function->def);
    for (uint32_t i = 0; i < count; i++) {
        const AstNode *parameter = slots[i] ? NULL : parameter_at(function, i);
        if (parameter)
            slots[i] = argument_of_annotation(ev, parameter->u.arg.annotation);
    }
}

static const Value **copy_slots(Ev *ev, const Value *const *slots, uint32_t count) {
    return arena_copy(ev->arena, slots, sizeof *slots * (count + 1));
}

static bool is_list_type(const AstNode *node) {
    static const char *const names[] = {"List", "list", "Sequence", "Iterable"};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (is_named(node, names[i]))
            return true;
    return false;
}

/* Likewise, but of texts as well, and of lists one of two items. */
static const Value *example_of_annotation(Ev *ev, const AstNode *annotation) {
    if (!annotation || is_text(annotation))
        return annotation ? ev_str(ev, NULL) : NULL;
    annotation = without_none(annotation);
    if (annotation->kind != AST_Subscript)
        return value_of_annotation(ev, annotation, 0);
    if (!is_list_type(annotation->u.Subscript.value))
        return NULL;
    const Value *item = example_of_annotation(ev, annotation->u.Subscript.slice), *items[] = {item, item};
    return item ? exemplar_lasting(ev, ev_list(ev, items, COUNT_OF(items))) : NULL;
}

const Value **declared_examples(Ev *ev, const Function *function, const Value *const *slots) {
    uint32_t count = declared_count(function->def);
    const Value **examples = copy_slots(ev, slots, count);
    for (uint32_t i = 0; i < count; i++)
        if (!examples[i] && parameter_at(function, i))
            examples[i] = example_of_annotation(ev, parameter_at(function, i)->u.arg.annotation);
    return examples;
}

/* ---- other calls ------------------------------------------------------------------------------------------------ */

/* The strings that a function compares a parameter with, in the order of the text. */
typedef struct Compared {
    Arena *arena;
    Str parameter;
    VEC(Str) strings;
} Compared;

static void add_string(AstNode *node, void *data) {
    Compared *compared = data;
    if (node->kind != AST_Constant || node->u.Constant.value.kind != AST_CONST_STR || node->u.Constant.value.opaque) {
        ast_each_child(node, add_string, data);
        return;
    }
    for (uint32_t i = 0; i < compared->strings.len; i++)
        if (compared->strings.data[i] == node->u.Constant.value.text)
            return;
    vec_push(compared->arena, &compared->strings, node->u.Constant.value.text);
}

static void find_compared(AstNode *node, void *data) {
    const Compared *compared = data;
    if (node->kind == AST_Compare && node->u.Compare.left->kind == AST_Name &&
        node->u.Compare.left->u.Name.id == compared->parameter)
        for (uint32_t i = 0; i < node->u.Compare.comparators.len; i++)
            add_string(node->u.Compare.comparators.items[i], data);
    if (node->kind == AST_Match && node->u.Match.subject->kind == AST_Name &&
        node->u.Match.subject->u.Name.id == compared->parameter)
        for (uint32_t i = 0; i < node->u.Match.cases.len; i++)
            add_string(node->u.Match.cases.items[i]->u.match_case.pattern, data);
    ast_each_child(node, find_compared, data);
}

/* A mode that is chosen by a string: all those that the function asks for. */
static uint32_t add_modes(Ev *ev, const Function *function, const Value *const *slots, uint32_t slot,
                          const Value **others[], uint32_t made) {
    Compared compared = {.arena = ev->arena, .parameter = parameter_at(function, slot)->u.arg.arg};
    const AstList *body = ast_body(function->def);
    for (uint32_t i = 0; i < body->len; i++)
        find_compared(body->items[i], &compared);
    for (uint32_t i = 0; i < compared.strings.len && made < DECLARED_MAX_OTHERS; i++) {
        if (slots[slot] && slots[slot]->u.str == compared.strings.data[i])
            continue;
        others[made] = copy_slots(ev, slots, declared_count(function->def));
        others[made++][slot] = ev_str(ev, compared.strings.data[i]);
    }
    return made;
}

/* What the uses of parameters tell. */
static uint32_t add_uses(Ev *ev, const Function *function, const Value *const *slots, const Value **others[],
                         uint32_t max) {
    const AstNode *a = function->def->u.FunctionDef.args;
    DeclaredSlots declared = {.values = slots, .count = declared_count(function->def), .rest = -1};
    Str *names = arena_array(ev->arena, Str, declared.count + 1);
    if (function->def->kind != AST_FunctionDef || function->owner)
        return 0;
    for (uint32_t i = 0; i < declared.count; i++) {
        const AstNode *parameter = parameter_at(function, i);
        names[i] = parameter ? parameter->u.arg.arg : NULL;
        if (!parameter && a->u.arguments.vararg && declared.rest < 0)
            declared.rest = (int)i;
    }
    declared.names = names;
    return declared_uses(ev, function, &declared, others, max);
}

uint32_t declared_others(Ev *ev, const Function *function, const Value *const *slots, const Value **others[]) {
    uint32_t count = declared_count(function->def), made = 0;
    const Value **given = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const AstNode *parameter = parameter_at(function, i);
        if (!parameter || !slots[i] || slots[i]->kind != V_NONE)
            continue;
        given = given ? given : copy_slots(ev, slots, count);
        given[i] = argument_of_annotation(ev, parameter->u.arg.annotation);
    }
    if (given)
        others[made++] = given;
    for (uint32_t i = 0; i < count && made < DECLARED_MAX_OTHERS; i++) {
        if (!parameter_at(function, i))
            continue;
        if (slots[i] && slots[i]->kind == V_BOOL) {
            others[made] = copy_slots(ev, slots, count);
            others[made++][i] = ev_bool(ev, !slots[i]->u.boolean);
        } else if (!slots[i] || slots[i]->kind == V_STR) {
            made = add_modes(ev, function, slots, i, others, made);
        }
    }
    return made + add_uses(ev, function, slots, &others[made], DECLARED_MAX_OTHERS - made);
}

/* ---- objects ---------------------------------------------------------------------------------------------------- */

/* Numbers for constructors: sizes are symbols in what is compiled, so that these are only examples that fit together.
 */
static const struct {
    const char *part; /* of the parameter's name */
    int64_t value;
} likely_numbers[] = {{"head", 2},   {"layer", 2}, {"depth", 2}, {"block", 2}, {"group", 2}, {"kernel", 3},
                      {"stride", 1}, {"pad", 1},   {"num_", 2},  {"n_", 2},    {"", 16}};

static const Value *likely_argument(Ev *ev, const AstNode *parameter, int depth) {
    const Value *value = value_of_annotation(ev, parameter->u.arg.annotation, depth);
    if (value && value->kind != V_INT)
        return value;
    if (!value && parameter->u.arg.annotation)
        return NULL;
    size_t row = 0;
    while (!strstr(parameter->u.arg.arg, likely_numbers[row].part))
        row++;
    return ev_int(ev, likely_numbers[row].value);
}

/* Arguments for the parameters of a constructor that have no default. False: for some nothing is likely. */
static bool likely_arguments(Ev *ev, const Function *init, CallArgs *args, int depth) {
    const AstNode *a = init->def->u.FunctionDef.args;
    uint32_t positional = a->u.arguments.posonlyargs.len + a->u.arguments.args.len;
    if (positional == 0 || (a->u.arguments.kwonlyargs.len && !init->kw_defaults))
        return false;
    args->count = positional > init->default_count ? positional - init->default_count - 1 : 0;
    args->args = arena_array(ev->arena, const Value *, args->count + 1);
    for (uint32_t i = 0; i < args->count; i++)
        if (!(args->args[i] = likely_argument(ev, parameter_at(init, i + 1), depth)))
            return false;
    return true;
}

/* Arguments of a constructor that driver code has, with likely ones for those that are not known. */
void ev_likely_arguments(Ev *ev, const Function *init, CallArgs *args) {
    const Value **likely = arena_array(ev->arena, const Value *, args->count + 1);
    for (uint32_t i = 0; i < args->count; i++) {
        const AstNode *parameter = args->args[i]->kind == V_UNKNOWN ? parameter_at(init, i + 1) : NULL;
        const Value *value = parameter ? likely_argument(ev, parameter, 0) : NULL;
        likely[i] = value ? value : args->args[i];
    }
    args->args = likely;
}

const Value *declared_object(Ev *ev, ClassInfo *cls, int depth) {
    CallArgs args = {0};
    uint32_t skipped = ev->skipped.len;
    const Value *init = ev_class_lookup(ev, cls, str_of("__init__"), NULL);
    bool known = cls->def && !cls->is_enum && !cls->is_exception && !cls->is_opaque && !cls->has_metaclass;
    if (known && init && init->kind == V_FUNCTION && !init->u.function->is_prelude)
        known = init->u.function->def->kind == AST_FunctionDef && likely_arguments(ev, init->u.function, &args, depth);
    const Value *object = known ? ev_instantiate(ev, cls, &args, cls->def->span) : NULL;
    ev_clear_fail(ev);
    if (!object)
        ev->skipped.len = skipped; /* of a call that nobody made */
    return object && object->kind == V_INSTANCE ? object : NULL;
}
