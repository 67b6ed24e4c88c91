/* What the report says of classes whose objects could not be evaluated, and of generators: without it their methods
 * would be missing from it without a word. Takes the evaluator's record of what was passed over (ev_construct.c), after
 * all functions have been compiled; adds entries of kind ENTRY_PYTHON in source order, each with its reasons. */
#include "analysis/entry.h"

#include <string.h>

#include "analysis/ev_internal.h"

static Entry *find_entry(const ModuleResult *result, const AstNode *def) {
    for (uint32_t i = 0; i < result->entries.len; i++)
        if (result->entries.data[i]->def == def)
            return result->entries.data[i];
    return NULL;
}

/* Entries are in source order. */
static Entry *entry_in_place(Compiler *compiler, const Function *function) {
    ModuleResult *result = compiler->result;
    Entry *entry = find_entry(result, function->def);
    if (entry)
        return entry;
    entry = entry_new(compiler, ENTRY_PYTHON, function->qualname, function->def);
    vec_push(compiler->arena, &result->entries, entry);
    for (uint32_t i = result->entries.len - 1;
         i > 0 && result->entries.data[i - 1]->def->span.begin > function->def->span.begin; i--) {
        result->entries.data[i] = result->entries.data[i - 1];
        result->entries.data[i - 1] = entry;
    }
    return entry;
}

static bool was_skipped(const Ev *ev, const ClassInfo *cls) {
    for (uint32_t i = 0; i < ev->skipped.len; i++)
        if (ev->skipped.data[i].function->owner == cls)
            return true;
    return false;
}

const Value *entry_example(const Ev *ev, const ClassInfo *cls) {
    for (uint32_t i = 0; i < ev->functions.len; i++) {
        const ClassInfo *other = ((const Function *)ev->functions.values[i])->owner;
        if (other && other->example && ev_is_subclass(other, cls))
            return cls->example ? cls->example : other->example;
    }
    return cls->example;
}

static void add_unasked(Compiler *compiler, const Function *function) {
    const ClassInfo *cls = function->owner;
    Ev *ev = compiler->ev;
    if (!cls || !cls->is_nn_module || strcmp(function->name, "forward") || strchr(cls->qualname, '<') ||
        entry_example(ev, cls) || was_skipped(ev, cls))
        return;
    Fail fail = {.kind = FAIL_CUT, .code = D_NO_INSTANCE, .span = function->def->u.FunctionDef.def_span};
    fail.reason = arena_printf(compiler->arena, "nothing in the module or in a call line makes a %s", cls->name);
    entry_add_cut(compiler, entry_in_place(compiler, function), &fail);
}

/* Generators and coroutines of the program that neither other functions nor decorators hide. */
static void add_resumable(Compiler *compiler, const Function *function) {
    bool is_resumable = function->is_async || ev_is_generator(compiler->ev, function->def);
    if (!is_resumable || !function->module->is_main || function->name[0] == '_' ||
        strstr(function->qualname, "<locals>") || function->def->u.FunctionDef.decorator_list.len)
        return;
    Fail fail = {.kind = FAIL_CUT, .code = D_RESUMABLE, .span = function->def->u.FunctionDef.def_span};
    fail.reason = function->is_async ? "a coroutine" : "a generator, where Python goes through it";
    entry_add_cut(compiler, entry_in_place(compiler, function), &fail);
}

/* Functions whose names stand for TorchScript's code of them. */
static void add_scripted(Compiler *compiler, const Function *function) {
    if (!function->is_scripted)
        return;
    Fail fail = {.kind = FAIL_CUT, .code = D_SCRIPT, .span = function->def->u.FunctionDef.def_span};
    fail.reason = "TorchScript runs it where it is called by itself";
    entry_add_cut(compiler, entry_in_place(compiler, function), &fail);
}

void entry_add_unmade(Compiler *compiler) {
    Ev *ev = compiler->ev;
    for (uint32_t i = 0; i < ev->skipped.len; i++) {
        const Skipped *skipped = &ev->skipped.data[i];
        Fail fail = skipped->fail;
        fail.kind = FAIL_CUT;
        fail.code = D_CONSTRUCTOR;
        entry_add_cut(compiler, entry_in_place(compiler, skipped->function), &fail);
    }
    for (uint32_t i = 0; i < ev->functions.len; i++) {
        add_unasked(compiler, ev->functions.values[i]);
        add_resumable(compiler, ev->functions.values[i]);
        add_scripted(compiler, ev->functions.values[i]);
    }
}
