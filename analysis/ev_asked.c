/* Questions about the state of torch: what a function answers that takes no arguments. The likely answer is taken, and
 * guarded: the run time asks the same function at each call. It asks nothing but functions in C, or torch's own. */
#include "analysis/ev_internal.h"
#include "analysis/tensor.h"
#include "parser/module_index.h"

static const Value *answer_at(Ev *ev, const Source *source, const Value *likely, bool once, Span span) {
    const Value *known = map_get(&ev->input_values, MAP_KEY(source));
    if (known)
        return known;
    if (likely->kind == V_INT && !once && !ev_hypothesis(ev, source)) { /* known where its number decides alone */
        Hypothesis *number = arena_new_of(ev->arena, Hypothesis);
        *number = (Hypothesis){.source = source, .kind = HYP_INT};
        map_put(&ev->memo, MAP_KEY(source), (void *)likely);
        map_put(&ev->hypotheses, MAP_KEY(source), number);
    }
    known = ev_generalise(ev, likely, source, false);
    if (!known)
        return NULL;
    ev_value_facts(ev, known, source, NULL, span);
    map_put(&ev->input_values, MAP_KEY(source), (void *)known);
    return known;
}

static const Value *asked(Ev *ev, const char *path, const Value *likely, bool once, Span span) {
    const Value *set = map_get(&ev->driver_switches, MAP_KEY(str_of(path)));
    if (set)
        likely = set;
    return ev->in_driver ? likely : answer_at(ev, source_answer(path, once), likely, once, span);
}

/* Does nothing but the module's own dictionary say whether it has the name, and its source not? Those that torch's
 * __getattr__ knows stand in its text. */
static bool says_what_it_has(Ev *ev, Module *module, Str name) {
    if (module->name == str_of("itertools") || module->name == str_of("math"))
        return true;
    const Module *code = module->is_main ? module : ev_written_module(ev, module);
    const SourceFile *file = code->file;
    if (module->is_main || module->is_opaque || !file || !code->index || index_find(code->index, name))
        return false;
    if (module->name == str_of("torch")) /* whose names of C are not all known: an example is not to rest on a guess */
        return !ev->in_driver && !strstr(file->text, str_format("\"%s\"", name));
    return !may_replace_itself(file) && !code->index->has_getter;
}

const Value *ev_module_has(Ev *ev, Module *module, Str name, Span span) {
    if (!says_what_it_has(ev, module, name))
        return NULL;
    const Value *likely = ev_bool(ev, false);
    const Source *modules = source_global(str_of("sys"), str_of("modules"));
    const Source *names = source_attr(source_item_str(modules, module->name), str_of("__dict__"));
    return ev->in_driver
               ? likely
               : answer_at(ev, source_answer_of(source_attr(names, str_of("__contains__")), name), likely, false, span);
}

const Value *ev_asked(Ev *ev, const char *path, const Value *likely, Span span) {
    return asked(ev, path, likely, false, span);
}

/* prim.asked(path, likely): the answer at each call; of an int, only its type is likely. prim.asked_once(path, likely):
 * that of the first call in the process, of a question whose answer does not change */
PRIM(prim_asked) {
    (void)self;
    return asked(ev, args->args[0]->u.str, args->args[1], false, span);
}

PRIM(prim_asked_once) {
    (void)self;
    return asked(ev, args->args[0]->u.str, args->args[1], true, span);
}

/* prim.global_of(path): what an installed module holds under a name, guarded as where the module's own code reads it */
PRIM(prim_global_of) {
    (void)self;
    Str path = args->args[0]->u.str;
    const char *dot = strrchr(path, '.');
    Module *module = ev_written_module(ev, ev_import(ev, str_intern(path, (size_t)(dot - path)), span));
    const Value *value = ev_global_of(ev, module, str_of(dot + 1), span);
    return value || ev->fail.kind ? value : ev_fail(ev, D_UNKNOWN_VALUE, span, "%s", path);
}

/* ---- switches -------------------------------------------------------------------------------------------------------
 * of torch, which functions set for a while: when a variant ends they are as they were, as only then nobody can tell.
 */

/* prim.switch(path, likely): what it is now; of the caller's as prim.asked() */
PRIM(prim_switch) {
    (void)self;
    const Value *set = ev->in_driver ? NULL : heap_get(ev->heap, ev->switches, args->args[0]->u.str);
    return set ? set : prim_asked(ev, NULL, args, span);
}

/* prim.set_switch(path, likely, value) */
PRIM(prim_set_switch) {
    (void)self;
    Str path = args->args[0]->u.str;
    const Value *value = args->args[2], *before = ev->in_driver ? NULL : prim_asked(ev, NULL, args, span);
    Constant constant;
    if (!ev->in_driver && !before)
        return NULL;
    if (value->kind != V_DTYPE && !ev_constant_of(value, &constant))
        return ev_need_known(ev, value, span);
    if (ev->in_driver)
        map_put(&ev->driver_switches, MAP_KEY(path), (void *)value);
    else
        heap_set(ev->heap, ev->switches, path, heap_key_equal(value, before) ? NULL : value);
    return ev_none(ev);
}

/* ---- grad mode --------------------------------------------------------------------------------------------------- */

static const Source *grad_question(void) { return source_answer(str_of("torch.is_grad_enabled"), false); }

const Value *ev_asked_grad_mode(Ev *ev) {
    const Source *source = grad_question();
    const Hypothesis *hypothesis = ev_hypothesis(ev, source);
    if (hypothesis && hypothesis->kind == HYP_VALUE)
        return NULL;
    if (!hypothesis) {
        Hypothesis *truth = arena_new_of(ev->arena, Hypothesis);
        *truth = (Hypothesis){.source = source, .kind = HYP_BOOL};
        map_put(&ev->memo, MAP_KEY(source), (void *)ev_bool(ev, false));
        map_put(&ev->hypotheses, MAP_KEY(source), truth);
    }
    return ev_input(ev, source);
}

bool ev_is_asked_grad_mode(const Value *value) { return value->source && value->source == grad_question(); }

const Value *ev_need_grad_mode(Ev *ev, const Value *value, Span span) {
    const Value *asked = map_get(&ev->input_values, MAP_KEY(grad_question()));
    return ev_need_known(ev, asked && asked->kind == V_SCALAR ? asked : value, span);
}
