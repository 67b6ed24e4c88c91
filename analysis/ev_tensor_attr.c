/* Attributes that programs give to tensors: `x.tag = 3`.
 *
 * Of a tensor of the caller they are read like those of other objects, from the example, and guarded; what is written
 * lies beside it until the call returns, and is carried out then (ev_effects.c). Of a tensor that is made here they lie
 * beside its value, which stands for one object of Python: a tensor that control flow chose is left to Python as soon
 * as the program gives attributes to made ones. A name of torch's is set by Python alone; where it is that of a method,
 * tensors that come from Python are not asked for it from then on. */
#include "analysis/ev_internal.h"
#include "analysis/exemplar.h"
#include "analysis/tensor.h"
#include "parser/modules.h"
#include "parser/parser.h"

#include <ctype.h>

/* Is this mention of a name one of a class's member, and of no parameter? */
static bool is_member(const char *line, const char *at, size_t len) {
    static const char def[] = "    def ";
    bool is_def = at - line == sizeof def - 1 && !strncmp(line, def, sizeof def - 1);
    const char *end = strchr(at, '\n');
    return is_def || (at - line == 4 && !strncmp(line, "    ", 4) && (at[len] == ':' || !strncmp(at + len, " =", 2)) &&
                      end && end[-1] != ',');
}

static const char *line_of(const char *text, const char *at) {
    while (at > text && at[-1] != '\n')
        at--;
    return at;
}

/* Does a file of the package torch define a class's member of that name? Guards see to it that tensors have none. */
static bool defines(Ev *ev, const char *file, Str name) {
    const ModuleFile *torch = ev->module_path ? module_find(ev->module_path, str_of("torch")) : NULL;
    const char *slash = torch && torch->path ? strrchr(torch->path, '/') : NULL;
    if (!slash)
        return true;
    Str path = str_format("%.*s/%s", (int)(slash - torch->path), torch->path, file);
    SourceFile *text = map_get(&ev->texts, MAP_KEY(path));
    if (!text && !(text = source_open(ev->arena, path, ev->diags)))
        return true;
    map_put(&ev->texts, MAP_KEY(path), text);
    size_t len = str_len(name);
    for (const char *at = strstr(text->text, name); at; at = strstr(at + 1, name))
        if (at > text->text && at[-1] != '_' && !isalnum((unsigned char)at[-1]) && at[len] != '_' &&
            !isalnum((unsigned char)at[len]) && is_member(line_of(text->text, at), at, len))
            return true;
    return false;
}

/* Neither torch nor Python gives tensors an attribute of that name: where it is found, the program has set it. */
static bool is_own_name(Ev *ev, Str name) {
    return strncmp(name, "__", 2) && !defines(ev, "_C/__init__.pyi", name) && !defines(ev, "_tensor.py", name) &&
           !defines(ev, "nn/parameter.py", name);
}

static void lacks_fact(Ev *ev, const Value *tensor, Str name, Span span) {
    Str cls = str_of(tensor->u.tensor.is_parameter ? "torch.nn.parameter:Parameter" : "torch:Tensor");
    ev_class_lacks_fact(ev, cls, name, span);
}

/* Of an example: calls that are seen later are described with it. */
static void set_in_driver(Ev *ev, const Value *tensor, Str name, const Value *value) {
    TensorValue *mutable = &((Value *)(uintptr_t)tensor)->u.tensor;
    if (!mutable->attributes)
        mutable->attributes = heap_make(ev->heap, OBJ_INSTANCE, 0, NULL);
    heap_set(ev->heap, mutable->attributes, name, value);
}

/* ---- tensors that are made here ---------------------------------------------------------------------------------- */

static const char gives_attributes; /* of which the hypothesis is that the program gives some to made tensors */

/* Is it known which object of Python the value is? */
static bool is_one_object(const Value *tensor) {
    const TensorValue *t = &tensor->u.tensor;
    const IrNode *memory = ir_memory(t->node);
    const IrNode *flow = memory->op == OP_RESULT ? memory->inputs[0] : memory->op == OP_PARAM ? memory : NULL;
    bool is_chosen = flow && (flow == memory || ir_op_info[flow->op].cls == CLS_FLOW);
    return !t->may_alias && !t->is_place && !t->is_detached && !t->is_data && !t->is_from_numpy && !t->is_parameter &&
           !is_chosen && t->node->op != OP_CONTIGUOUS && memory->op != OP_CONTIGUOUS;
}

static bool set_on_made(Ev *ev, const Value *tensor, Str name, const Value *value, Span span) {
    if (!ev_wants_fork(ev, &gives_attributes))
        return !ev_restart_forked(ev, &gives_attributes, span) &&
               ev_fail(ev, D_UNSUPPORTED_OP, span, "the attribute '%s' of a tensor is assigned", name);
    if (!is_one_object(tensor))
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "an attribute of a tensor that may be one of several is assigned");
    return ev_set_on_tensor(ev, tensor, name, value, span);
}

/* NULL: it has none of that name, or (with a failure) that is not known. */
static const Value *attribute_of_made(Ev *ev, const Value *tensor, Str name, Span span) {
    if (!ev_wants_fork(ev, &gives_attributes))
        return NULL;
    const Value *value = ev_overlaid(ev, tensor, name);
    if (value || is_one_object(tensor))
        return value;
    ev_fail(ev, D_UNSUPPORTED_OP, span, "an attribute of a tensor that may be one of several");
    return NULL;
}

const HeapContent *ev_attributes_of_made(const Ev *ev, const Value *tensor) {
    ObjId own = (ObjId)(uintptr_t)map_get(&ev->overlays, MAP_KEY(tensor));
    return own && is_one_object(tensor) ? heap_content(ev->heap, own) : NULL;
}

bool ev_is_one_tensor(const Ev *ev, const Value *tensor) {
    return is_one_object(tensor) && !ev_may_have_attributes(ev, tensor);
}

bool ev_gives_attributes(const Ev *ev) { return ev_wants_fork(ev, &gives_attributes); }

bool ev_may_have_attributes(const Ev *ev, const Value *tensor) {
    return ev_gives_attributes(ev) && (map_has(&ev->overlays, MAP_KEY(tensor)) || !is_one_object(tensor));
}

/* ---- tensors of the caller --------------------------------------------------------------------------------------- */

static const Value *attribute_of_input(Ev *ev, const Value *tensor, Str name, Span span) {
    map_put(&ev->asked_holders, MAP_KEY(tensor->source), (void *)(uintptr_t)tensor);
    const Value *written = ev_overlaid(ev, tensor->source, name);
    ObjId attributes = tensor->u.tensor.attributes;
    const Value *shown = attributes ? heap_get(ev->heap, attributes, name) : NULL;
    if (written || !shown) {
        if (!written)
            ev_input_fact(ev, &(Fact){.kind = FACT_ABSENT, .span = span, .source = tensor->source, .text = name});
        return written;
    }
    if (tensor->source->in_element)
        return ev_series_unroll_source(ev, tensor->source, span);
    const Source *source = source_attr(tensor->source, name);
    const Value *known = map_get(&ev->input_values, MAP_KEY(source));
    if (!known && (known = ev_generalise(ev, shown, source, false))) {
        ev_value_facts(ev, known, source, NULL, span);
        map_put(&ev->input_values, MAP_KEY(source), (void *)known);
    }
    return known;
}

static bool set_on_input(Ev *ev, const Value *tensor, Str name, const Value *value, Span span) {
    const Source *source = tensor->source;
    if (source->in_element)
        return ev_series_unroll_source(ev, source, span) != NULL;
    map_put(&ev->asked_holders, MAP_KEY(source), (void *)(uintptr_t)tensor);
    return ev_set_on_tensor(ev, tensor, name, value, span);
}

/* ---- what torch keeps with a tensor ------------------------------------------------------------------------------ */

/* prim.held(tensor, name, likely): an attribute of torch's that is `likely` of any tensor that is made here or, if the
 * example has no other, of one of the caller, where it is guarded. It can be written with prim.hold() alone. */
/* Of a parameter, once backward() has been called; NULL: nothing is known of it. */
static const Value *likely_gradient(Ev *ev, const Value *tensor) {
    const Value *shown = ev->in_driver                     ? tensor
                         : tensor->source && ev->exemplars ? exemplar_at(ev, ev->exemplars, tensor->source)
                                                           : NULL;
    bool has_one = ev->gradients && shown && shown->kind == V_TENSOR && shown->u.tensor.is_parameter;
    return has_one ? ev_tensor_fresh(ev, shown->u.tensor.node) : NULL;
}

PRIM(prim_held) {
    (void)self;
    const Value *tensor = args->args[0], *likely = args->args[2];
    Str name = args->args[1]->u.str;
    if (!tn_tensor(ev, tensor, span))
        return NULL;
    ObjId attributes = tensor->u.tensor.attributes;
    const Value *shown = attributes ? heap_get(ev->heap, attributes, name) : NULL;
    if (name == str_of("grad") && (!shown || shown->kind == V_NONE))
        shown = likely_gradient(ev, tensor);
    if (ev->in_driver)
        return shown ? shown : likely;
    if (tensor->u.tensor.may_alias)
        return tn_unsupported(ev, span, str_format("'%s' of a tensor that may be one of several", name));
    if (!tensor->source)
        return likely;
    if (tensor->source->in_element)
        return ev_series_unroll_source(ev, tensor->source, span);
    map_put(&ev->asked_holders, MAP_KEY(tensor->source), (void *)(uintptr_t)tensor);
    const Value *written = ev_overlaid(ev, tensor->source, name);
    const Source *source = source_attr(tensor->source, name);
    const Value *known = written ? written : map_get(&ev->input_values, MAP_KEY(source));
    if (!known && (known = ev_generalise(ev, shown ? shown : likely, source, false))) {
        ev_value_facts(ev, known, source, NULL, span);
        map_put(&ev->input_values, MAP_KEY(source), (void *)known);
    }
    return known;
}

/* prim.hold(tensor, name, value): the attribute is written; of a tensor that is made here it is what it was */
PRIM(prim_hold) {
    (void)self;
    const Value *tensor = args->args[0];
    if (!tn_tensor(ev, tensor, span))
        return NULL;
    if (ev->in_driver)
        set_in_driver(ev, tensor, args->args[1]->u.str, args->args[2]);
    else if (tensor->u.tensor.may_alias)
        return tn_unsupported(ev, span, "an attribute of a tensor that may be one of several is assigned");
    else if (tensor->source && !set_on_input(ev, tensor, args->args[1]->u.str, args->args[2], span))
        return NULL;
    return ev_none(ev);
}

/* ---- both -------------------------------------------------------------------------------------------------------- */

const Value *ev_tensor_attribute(Ev *ev, const Value *tensor, Str name, bool *lacks, Span span) {
    *lacks = false;
    if (!is_own_name(ev, name))
        return NULL;
    const Value *value;
    if (ev->in_driver) {
        ObjId attributes = tensor->u.tensor.attributes;
        value = attributes ? heap_get(ev->heap, attributes, name) : NULL;
    } else {
        lacks_fact(ev, tensor, name, span);
        value = tensor->source ? attribute_of_input(ev, tensor, name, span) : attribute_of_made(ev, tensor, name, span);
    }
    *lacks = !value && !ev->fail.kind;
    return value;
}

bool ev_hides_method(const Ev *ev, const Value *tensor, Str name) {
    return tensor->source && !ev->in_driver && map_has(&ev->hidden_methods, MAP_KEY(name));
}

bool ev_set_tensor_attribute(Ev *ev, const Value *tensor, Str name, const Value *value, Span span) {
    if (!is_own_name(ev, name)) {
        map_put(&ev->hidden_methods, MAP_KEY(name), ev); /* Python runs this: what follows may find it */
        return ev_fail(ev, D_UNSUPPORTED_OP, span, "the attribute '%s' of a tensor is assigned", name);
    }
    if (ev->in_driver) {
        set_in_driver(ev, tensor, name, value);
        return true;
    }
    lacks_fact(ev, tensor, name, span);
    return tensor->source ? set_on_input(ev, tensor, name, value, span) : set_on_made(ev, tensor, name, value, span);
}
