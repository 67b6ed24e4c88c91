/* Inputs: the abstract values of sources, made from hypotheses or from exemplars, with the facts that they rest on. */
#include "analysis/ev_internal.h"
#include "analysis/exemplar.h"
#include "analysis/tensor.h"
#include "parser/module_index.h"

enum { MAX_INPUT_ITEMS = 256, MAX_INPUT_DEPTH = 48, MAX_ITEM_DEPTH = 11, MAX_INPUTS = 40000 };

static void length_fact(Ev *ev, const Source *source, int64_t length) {
    Fact fact = {.kind = FACT_LEN, .source = source, .number = length};
    ev_input_fact(ev, &fact);
}

static const Source *root_of(const Source *source) {
    while (source->base)
        source = source->base;
    return source;
}

/* ---- tensors ----------------------------------------------------------------------------------------------------- */

/* Is it an argument, or an item of one, and not what an object holds? */
static bool is_passed(const Source *source) {
    while (source->kind == SRC_ITEM_INT || source->kind == SRC_ITEM_STR)
        source = source->base;
    return source->kind == SRC_ARG;
}

static bool is_lone(const Ev *ev, const ShExpr *exemplar, const Source *source, int dim, bool fixed) {
    const Lone *lone = &ev->lone;
    bool is_named = fixed && exemplar->op == SH_SYM, found = false;
    for (int k = 0; k < LONE_DIMS; k++)
        found |= is_named ? exemplar->symbol->name == lone->names[k]
                          : !fixed && lone->sizes[k] && sh_is_value(exemplar, lone->sizes[k]);
    return found && (is_named || (dim <= lone->last_dim && is_passed(source)));
}

/* A size of an input: a fresh symbol, or in call lines what is written there. */
static const ShExpr *input_size(Ev *ev, const ShExpr *exemplar, const Source *source, int dim, bool fixed, Str name) {
    int64_t known = -1;
    if (exemplar && !sh_is_const(exemplar, &known))
        known = sh_hint(exemplar, -1);
    if (exemplar && is_lone(ev, exemplar, source, dim, fixed))
        known = 1;
    bool is_named = fixed && exemplar && exemplar->op == SH_SYM;
    Str suggestion = is_named ? exemplar->symbol->name : str_format("%s%d", name, dim);
    const ShExpr *symbol = sh_symbol(ev->shapes, suggestion, 0, INT64_MAX, known, SH_FROM_DIM, source, dim);
    ((ShSymbol *)(uintptr_t)symbol->symbol)->is_unnamed = !is_named;
    const Hypothesis *known_size = exemplar && !fixed ? ev_hypothesis(ev, ev_size_source(source, dim)) : NULL;
    if (known_size) {
        const ShExpr *is = sh_const(ev->shapes, known_size->constant.i);
        return ev_size_fact(ev, source, symbol, is);
    }
    if (!fixed || !exemplar)
        return symbol;
    ((ShSymbol *)(uintptr_t)symbol->symbol)->likely = tn_likely_in_call(ev, exemplar);
    const ShExpr *stated = sh_is_const(exemplar, NULL) ? exemplar : map_get(&ev->same_sizes, MAP_KEY(exemplar));
    if (!stated) {
        map_put(&ev->same_sizes, MAP_KEY(exemplar), (void *)symbol);
        return symbol;
    }
    return ev_size_fact(ev, source, symbol, stated);
}

static Str short_name(const Source *source) {
    if (source_is_answer(source))
        return short_name(source->base);
    return source->name ? source->name : str_of("t");
}

static const Value *tensor_value(Ev *ev, IrType type, const Source *source, bool is_parameter) {
    IrNode *node = ir_input(ev->graph, type, source, short_name(source));
    Value *value = arena_copy(ev->arena, ev_tensor_fresh(ev, node), sizeof *value);
    value->source = source;
    value->u.tensor.is_fresh = value->u.tensor.is_inference = false;
    value->u.tensor.is_parameter = is_parameter;
    heap_make_lasting(ev->heap, value->u.tensor.storage);
    return value;
}

static void tensor_facts(Ev *ev, const Source *source, const IrType *type, int rank) {
    Fact fact = {.kind = FACT_TENSOR, .source = source, .dtype = type->dtype, .rank = rank};
    ev_input_fact(ev, &fact);
    Fact layout = {.kind = FACT_LAYOUT, .source = source, .rank = rank};
    if (type->strides) {
        layout.count = (uint32_t)rank;
        layout.exprs = type->strides;
    }
    ev_input_fact(ev, &layout);
}

static const ShExpr *input_stride(Ev *ev, const ShExpr *exemplar, const Source *source, int dim) {
    Str name = str_format("%s_stride%d", short_name(source), dim);
    const ShExpr *symbol =
        sh_symbol(ev->shapes, name, 0, INT64_MAX, sh_hint(exemplar, -1), SH_FROM_STRIDE, source, dim);
    ((ShSymbol *)(uintptr_t)symbol->symbol)->likely = tn_likely_in_call(ev, exemplar);
    return symbol;
}

static const Value *ranked_tensor(Ev *ev, const Source *source, DType dtype, int rank, const IrType *exemplar,
                                  bool fixed, bool is_parameter) {
    const ShExpr *shape[IR_MAX_RANK], *strides[IR_MAX_RANK];
    for (int i = 0; i < rank; i++)
        shape[i] = input_size(ev, exemplar ? exemplar->shape[i] : NULL, source, i, fixed, short_name(source));
    bool strided =
        exemplar && !tn_is_row_major(ev, exemplar); /* be it along a size of 1: the guard compares them all */
    /* Neighbours stay neighbours: loops along them are read as vectors. The stride of a size of 1 may be any other. */
    for (int i = 0; strided && i < rank; i++)
        strides[i] = sh_is_value(exemplar->strides[i], 1) && sh_hint(shape[i], 2) != 1
                         ? exemplar->strides[i]
                         : input_stride(ev, exemplar->strides[i], source, i);
    IrType type = ir_tensor_type(ev->graph, dtype, rank, shape, strided ? strides : NULL);
    tensor_facts(ev, source, &type, rank);
    return tensor_value(ev, type, source, is_parameter);
}

/* Tensors of any rank, all of one shape and row-major: seen as rows of elements in memory order. */
static const Value *flat_tensor(Ev *ev, const Source *source, DType dtype) {
    IrGraph *graph = ev->graph;
    const ShExpr *numel;
    if (graph->flat.len) {
        const IrInput *first = &graph->inputs.data[graph->flat.data[0]];
        numel = first->node->type.shape[0];
        Fact same = {.kind = FACT_SAME_SHAPE, .source = source, .other = first->source};
        ev_input_fact(ev, &same);
    } else {
        numel = sh_symbol(ev->shapes, str_of("n"), 0, INT64_MAX, -1, SH_FROM_NUMEL, source, 0);
        vec_push(ev->arena, &graph->flat, (int)graph->inputs.len);
    }
    IrType type = ir_tensor_type(graph, dtype, 1, &numel, NULL);
    type.flat = 1;
    tensor_facts(ev, source, &type, -1);
    return tensor_value(ev, type, source, false);
}

static const Value *tensor_like(Ev *ev, const Value *exemplar, const Source *source, bool fixed) {
    const IrType *type = &exemplar->u.tensor.node->type;
    if (type->flat)
        return flat_tensor(ev, source, type->dtype);
    const Value *made =
        ranked_tensor(ev, source, type->dtype, type->rank, type, fixed, exemplar->u.tensor.is_parameter);
    ((Value *)(uintptr_t)made)->u.tensor.attributes = exemplar->u.tensor.attributes;
    return made;
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

static const Value *int_input(Ev *ev, const Source *source, int64_t hint) {
    ev_type_fact(ev, source, "int");
    const ShExpr *symbol =
        sh_symbol(ev->shapes, short_name(source), INT64_MIN, INT64_MAX, hint, SH_FROM_INT, source, 0);
    Value *value = arena_copy(ev->arena, ev_int_expr(ev, symbol), sizeof *value);
    value->source = source;
    return value;
}

/* One whose value in the example is known: below 0, that is no hint, but decides from which end it counts. */
static const Value *known_int_input(Ev *ev, const Source *source, int64_t known) {
    const Value *value = int_input(ev, source, known);
    if (known < 0)
        ((ShSymbol *)(uintptr_t)value->u.expr->symbol)->likely = known;
    return value;
}

static const Value *scalar_input(Ev *ev, const Source *source, IrKind kind) {
    ev_type_fact(ev, source, kind == IRT_FLOAT ? "float" : "bool");
    Value *value = ev_value(ev, V_SCALAR);
    value->u.node = ir_input(ev->graph, ir_scalar_type(kind), source, short_name(source));
    value->source = source;
    return value;
}

/* ---- from exemplars ---------------------------------------------------------------------------------------------- */

static const Value *generalise_as(Ev *ev, const Value *exemplar, const Source *source, bool fixed);

const Value *ev_input_item(Ev *ev, const Value *exemplar, const Source *source, bool fixed) {
    if (source->in_element) {
        bool decided;
        const Value *part = ev_series_part(ev, source, no_span(), &decided);
        if (decided)
            return part;
    }
    /* a table of a module and an attribute name one object: who changes it by the one name sees it by the other */
    const Value *known = source->kind == SRC_PARAM ? map_get(&ev->input_values, MAP_KEY(source)) : NULL;
    if (known)
        return known;
    const Value *value = ev_generalise(ev, exemplar, source, fixed);
    ev_value_facts(ev, value, source, NULL, no_span());
    if (value && source->kind == SRC_PARAM)
        map_put(&ev->input_values, MAP_KEY(source), (void *)value);
    return value;
}

static const Value *sequence_like(Ev *ev, const Value *exemplar, const Source *source, bool fixed) {
    const Value *const *items;
    uint32_t count;
    if (!ev_sequence(ev, exemplar, &items, &count) || count > MAX_INPUT_ITEMS)
        return ev_unknown(ev, NULL, "a sequence with very many items");
    if (exemplar->kind == V_TUPLE && exemplar->u.tuple.cls) {
        ClassInfo *cls = exemplar->u.tuple.cls;
        bool is_size = cls->module->is_prelude && !strcmp(cls->qualname, "Size");
        if (!cls->is_namedtuple && !is_size)
            return ev_unknown(ev, NULL, "a tuple of a class of its own");
        ev_class_fact(ev, source, cls);
        if (is_size)
            length_fact(ev, source, count);
    } else {
        ev_type_fact(ev, source, exemplar->kind == V_TUPLE ? "tuple" : "list");
        length_fact(ev, source, count);
    }
    const Value **made = arena_array(ev->arena, const Value *, count);
    for (uint32_t i = 0; i < count; i++)
        if (!(made[i] = ev_input_item(ev, items[i], source_item_int(source, i), fixed)))
            return NULL;
    Value *value = (Value *)(exemplar->kind == V_TUPLE ? ev_tuple(ev, made, count) : ev_list(ev, made, count));
    if (exemplar->kind == V_TUPLE)
        value->u.tuple.cls = exemplar->u.tuple.cls;
    value->source = source;
    return exemplar->kind == V_LIST ? ev_make_lasting(ev, value) : value;
}

static const Value *dict_like(Ev *ev, const Value *exemplar, const Source *source, bool fixed) {
    const HeapContent *content = heap_content(ev->heap, exemplar->u.object);
    if (content->count > MAX_INPUT_ITEMS)
        return ev_unknown(ev, NULL, "a dict with very many items");
    ev_type_fact(ev, source, "dict");
    const Value *value = ev_dict_input(ev, exemplar, source, 0, fixed);
    return value && value->kind == V_DICT ? ev_make_lasting(ev, value) : value;
}

const Source *ev_member_source(Ev *ev, const Value *member, const Source *cls) {
    int64_t bits;
    ObjId object = member->u.instance.object;
    const Value *name = heap_get(ev->heap, object, str_of("name"));
    if (!name)
        name = heap_get(ev->heap, object, str_of("_name_"));
    if (name && name->kind == V_STR && name->u.str && !strchr(name->u.str, '|'))
        return source_attr(cls, name->u.str);
    const Value *value = name ? heap_get(ev->heap, object, str_of("_value_")) : NULL;
    return value && ev_as_int_known(value, &bits)
               ? source_item_int(source_attr(cls, str_of("_value2member_map_")), bits)
               : NULL;
}

/* The member of an enum, by the class's attribute. */
static const Value *enum_member(Ev *ev, const Value *exemplar, const Source *source) {
    const Source *cls = ev_class_source(ev, exemplar->u.instance.cls);
    Fact fact = {.kind = FACT_SAME, .source = source, .other = cls ? ev_member_source(ev, exemplar, cls) : NULL};
    if (!fact.other)
        return ev_unknown(ev, NULL, "a member of an enum that no global names");
    if (source != fact.other)
        ev_input_fact(ev, &fact);
    return ev_with_source(ev, exemplar, source);
}

static const Value *instance_like(Ev *ev, const Value *exemplar, const Source *source) {
    ClassInfo *cls = exemplar->u.instance.cls;
    if (cls->is_enum)
        return enum_member(ev, exemplar, source);
    if (ev_is_unnamed(cls) && !ev_place_class(ev, cls, ev_type_of(source), no_span()))
        return ev_unknown(ev, NULL, "an object of a class that no global names");
    if (cls->module && cls->module->is_prelude && cls->module->name == str_of("inspect")) /* it has others in Python */
        return ev_unknown(ev, NULL, "a signature that the caller owns");
    ev_class_fact(ev, source, cls);
    if (cls->is_nn_module) {
        const Value *forward = heap_get(ev->heap, exemplar->u.instance.object, str_of("forward"));
        Fact plain = {.kind = FACT_PLAIN_MODULE, .source = source, .number = ev_kinds_of_hooks(ev, exemplar)};
        plain.number |= forward && !ev_is_deleted(forward) ? MODULE_FORWARD : 0;
        ev_input_fact(ev, &plain);
    }
    Value *value = ev_value(ev, V_INSTANCE);
    value->source = source;
    value->u.instance.cls = cls;
    value->u.instance.exemplar = exemplar;
    value->u.instance.object = heap_make(ev->heap, OBJ_INSTANCE, 0, NULL);
    return ev_make_lasting(ev, value);
}

/* The attribute of a class that the source is, for counting those that had to be known; 0: it is none. */
static uint64_t kind_of_attribute(const Ev *ev, const Source *source) {
    if (source->kind == SRC_ITEM_INT && !source->in_element)
        source = source->base;
    bool is_attribute = source->kind == SRC_ATTR && source->base && !source->in_element;
    const Value *owner = is_attribute ? map_get(&ev->input_values, MAP_KEY(source->base)) : NULL;
    return owner && owner->kind == V_INSTANCE ? MAP_KEY(owner->u.instance.cls) * 31 + MAP_KEY(source->name) : 0;
}

/* Each int that has to be known begins the attempt again: of many objects of a class, those of the others will have
 * to be, too. */
enum { OFTEN_KNOWN = 8 };

static void count_known(Ev *ev, const Source *source) {
    uint64_t kind = kind_of_attribute(ev, source);
    if (kind)
        map_put(&ev->often_known, kind, (void *)((uintptr_t)map_get(&ev->often_known, kind) + 1));
}

static bool is_often_known(const Ev *ev, const Source *source) {
    uint64_t kind = ev->often_known.len ? kind_of_attribute(ev, source) : 0;
    return kind && (uintptr_t)map_get(&ev->often_known, kind) >= OFTEN_KNOWN;
}

/* Sizes and ints of exemplars become symbols, except where the program's text fixes them. */
static const Value *int_like(Ev *ev, const Value *exemplar, const Source *source) {
    int64_t known;
    const Source *root = root_of(source);
    if (ev_as_int_known(exemplar, &known) && is_often_known(ev, source)) {
        Hypothesis h = {.source = source, .kind = HYP_VALUE, .constant = {.kind = CONST_INT, .i = known}};
        map_put(&ev->hypotheses, MAP_KEY(source), arena_copy(ev->arena, &h, sizeof h));
        return ev_input(ev, source);
    }
    if (!ev_as_int_known(exemplar, &known)) {
        map_put(&ev->memo, MAP_KEY(source), NULL);
        return int_input(ev, source, sh_hint(exemplar->u.expr, -1));
    }
    if (root->kind == SRC_GLOBAL && (!source->base || source->kind == SRC_ATTR))
        return ev_with_source(ev, exemplar, source);
    map_put(&ev->memo, MAP_KEY(source), (void *)exemplar);
    return known_int_input(ev, source, known);
}

/* Floats that are passed become scalars of the graph; those that configure objects are known. */
static const Value *float_like(Ev *ev, const Value *exemplar, const Source *source) {
    if (!is_passed(source))
        return ev_with_source(ev, exemplar, source);
    map_put(&ev->memo, MAP_KEY(source), (void *)exemplar);
    return scalar_input(ev, source, IRT_FLOAT);
}

/* Of an argument that is a str only the type is assumed until its text matters. */
static const Value *str_like(Ev *ev, const Value *exemplar, const Source *source) {
    if (exemplar->u.str && source->kind != SRC_ARG && source->kind != SRC_ITEM_INT)
        return ev_with_source(ev, exemplar, source);
    map_put(&ev->memo, MAP_KEY(source), exemplar->u.str ? (void *)exemplar : NULL);
    ev_type_fact(ev, source, "str");
    return ev_with_source(ev, ev_str(ev, NULL), source);
}

static bool is_item(const Source *source) { return source->kind == SRC_ITEM_INT || source->kind == SRC_ITEM_STR; }

/* Containers may hold themselves: their items are gone through at once, those of objects and modules as they are read.
 */
static bool too_deep(const Ev *ev, const Source *source) {
    int depth = 0, items = 0;
    for (const Source *at = source; at && is_item(at); at = at->base)
        items++;
    for (; source; source = source->base)
        depth++;
    return depth > MAX_INPUT_DEPTH || items > MAX_ITEM_DEPTH ||
           ev->input_values.len + ev->input_facts.items.len > MAX_INPUTS;
}

static const Value *generalise_as(Ev *ev, const Value *exemplar, const Source *source, bool fixed) {
    if (ev_is_anonymous(ev, exemplar, source))
        return ev_unknown(ev, NULL, "a function that the program has under no name");
    if (too_deep(ev, source))
        return ev_unknown(ev, NULL, "part of an object that is nested deeply or holds itself");
    switch (exemplar->kind) {
    case V_TENSOR:
        return tensor_like(ev, exemplar, source, fixed);
    case V_INT:
        return int_like(ev, exemplar, source);
    case V_FLOAT:
        return float_like(ev, exemplar, source);
    case V_SCALAR:
        return exemplar->u.node->type.kind == IRT_INT ? int_input(ev, source, -1)
                                                      : scalar_input(ev, source, exemplar->u.node->type.kind);
    case V_STR:
        return str_like(ev, exemplar, source);
    case V_TUPLE:
    case V_LIST:
    case V_DICT: {
        if (ev_dict_class(exemplar))
            return ev_input_of_kind(ev, exemplar, source, fixed);
        const Value *series = ev_series_like(ev, exemplar, source);
        if (series || ev->fail.kind)
            return series;
        return exemplar->kind == V_DICT ? dict_like(ev, exemplar, source, fixed)
                                        : sequence_like(ev, exemplar, source, fixed);
    }
    case V_INSTANCE:
        if (ev_is_numpy_array(exemplar))
            return ev_numpy_input(ev, exemplar, source, fixed);
        return ev_is_of_kind(exemplar->u.instance.cls) ? ev_input_of_kind(ev, exemplar, source, fixed)
                                                       : instance_like(ev, exemplar, source);
    case V_SET:
    case V_ITERATOR:
    case V_PARTIAL:
    case V_METHOD:
    case V_RANGE:
    case V_SLICE:
    case V_SUPER:
        return ev_input_of_kind(ev, exemplar, source, fixed);
    case V_BYTES:
        return source->kind == SRC_GLOBAL ? ev_pinned_input(ev, exemplar, source)
                                          : ev_unknown(ev, NULL, "bytes that the caller owns");
    case V_CLASS:
        return ev_is_unnamed(exemplar->u.class_info) && !ev_place_class(ev, exemplar->u.class_info, source, no_span())
                   ? ev_unknown(ev, NULL, "a class that no global names")
                   : ev_with_source(ev, exemplar, source);
    case V_PROPERTY:
    case V_STATICMETHOD:
    case V_CLASSMETHOD: /* those that classes have are guarded with them */
        return is_passed(source) ? ev_unknown(ev, NULL, "a descriptor that the caller passes")
                                 : ev_with_source(ev, exemplar, source);
    case V_UNKNOWN:
        return ev_unknown(ev, source->kind == SRC_ARG ? source : NULL, exemplar->u.str);
    case V_ROWS: /* the buffer is a node of the segment before */
        return ev_unknown(ev, source->kind == SRC_ARG ? source : NULL, "what a loop collected");
    default:
        return ev_with_source(ev, exemplar, source);
    }
}

const Value *ev_generalise(Ev *ev, const Value *exemplar, const Source *source, bool fixed) {
    return ev_hypothesis(ev, source) ? ev_input(ev, source) : generalise_as(ev, exemplar, source, fixed);
}

/* ---- from hypotheses --------------------------------------------------------------------------------------------- */

static const Value *list_input(Ev *ev, const Hypothesis *h) {
    ev_type_fact(ev, h->source, h->kind == HYP_TUPLE ? "tuple" : "list");
    length_fact(ev, h->source, h->length);
    const Value **items = arena_array(ev->arena, const Value *, h->length);
    for (uint32_t i = 0; i < h->length; i++)
        items[i] = ev_input(ev, source_item_int(h->source, i));
    if (h->kind == HYP_TUPLE)
        return ev_with_source(ev, ev_tuple(ev, items, h->length), h->source);
    return ev_make_lasting(ev, ev_with_source(ev, ev_list(ev, items, h->length), h->source));
}

static const Value *dict_input(Ev *ev, const Hypothesis *h) {
    ev_type_fact(ev, h->source, "dict");
    const Value *value = ev_with_source(ev, ev_dict(ev), h->source);
    for (uint32_t i = 0; i < h->length; i++)
        heap_set_key(ev->heap, value->u.object, ev_str(ev, h->keys[i]),
                     ev_input(ev, source_item_str(h->source, h->keys[i])));
    ev_watch_input(ev, value);
    return ev_make_lasting(ev, value);
}

static const Value *constant_input(Ev *ev, const Hypothesis *h, Constant constant) {
    Fact fact = {.kind = FACT_VALUE, .source = h->source, .constant = constant};
    ev_input_fact(ev, &fact);
    return ev_with_source(ev, ev_of_constant(ev, &constant), h->source);
}

static const Value *value_of(Ev *ev, const Hypothesis *h) {
    switch (h->kind) {
    case HYP_TENSOR_FLAT:
        return flat_tensor(ev, h->source, h->dtype);
    case HYP_TENSOR:
        return ranked_tensor(ev, h->source, h->dtype, h->rank, NULL, false, false);
    case HYP_INT: {
        const Value *exemplar = map_get(&ev->memo, MAP_KEY(h->source));
        int64_t known;
        return exemplar && ev_as_int_known(exemplar, &known) ? known_int_input(ev, h->source, known)
                                                             : int_input(ev, h->source, -1);
    }
    case HYP_FLOAT:
        return scalar_input(ev, h->source, IRT_FLOAT);
    case HYP_BOOL:
        return scalar_input(ev, h->source, IRT_BOOL);
    case HYP_STR:
        ev_type_fact(ev, h->source, "str");
        return ev_with_source(ev, ev_str(ev, NULL), h->source);
    case HYP_NONE:
        return constant_input(ev, h, (Constant){.kind = CONST_NONE});
    case HYP_VALUE:
        return constant_input(ev, h, h->constant);
    case HYP_LIST:
    case HYP_TUPLE:
        return list_input(ev, h);
    case HYP_DICT:
        return dict_input(ev, h);
    case HYP_OPEN_LIST:
        ev_type_fact(ev, h->source, "list");
        return ev_begin_open(ev, h->source, V_LIST);
    case HYP_OPEN_DICT:
        ev_type_fact(ev, h->source, "dict");
        return ev_begin_open(ev, h->source, V_DICT);
    case HYP_SAME: {
        Fact fact = {.kind = FACT_SAME, .source = h->source, .other = h->same};
        ev_input_fact(ev, &fact);
        return ev_input(ev, h->same);
    }
    case HYP_UNROLL:
    case HYP_FORK:
    case HYP_TAKEN:
    case HYP_LIKELY:
    case HYP_NOTHING:
        break;
    case HYP_VALUE_OF: {
        const Value *value = generalise_as(ev, h->exemplar, h->source, h->fixed);
        ev_value_facts(ev, value, h->source, NULL, no_span());
        return value;
    }
    }
    ICE("evaluator: hypothesis of kind %d", (int)h->kind);
}

const Hypothesis *ev_hypothesis(const Ev *ev, const Source *source) {
    const Hypothesis *h = map_get(&ev->hypotheses, MAP_KEY(source));
    return h && h->kind != HYP_NOTHING ? h : NULL;
}

const Value *ev_input(Ev *ev, const Source *source) {
    const Value *value = map_get(&ev->input_values, MAP_KEY(source));
    if (value)
        return value;
    const Hypothesis *h = ev_hypothesis(ev, source);
    value = h ? value_of(ev, h) : ev_unknown(ev, source, "nothing says what this input is");
    if (value)
        map_put(&ev->input_values, MAP_KEY(source), (void *)value);
    return value;
}

/* ---- needing more ------------------------------------------------------------------------------------------------ */

const Value *ev_restart_with(Ev *ev, const Hypothesis *hypothesis, Span span) {
    map_put(&ev->hypotheses, MAP_KEY(hypothesis->source), arena_copy(ev->arena, hypothesis, sizeof *hypothesis));
    ev->fail = (Fail){FAIL_RESTART, D_UNKNOWN_VALUE, span, "an input's type was settled", NULL, {0}};
    return NULL;
}

/* Is the input at `place` taken for that at `other`? */
static bool is_taken_for(const Ev *ev, const Source *place, const Source *other) {
    const Hypothesis *h = ev_hypothesis(ev, place);
    while (h && h->kind == HYP_SAME && h->same != other)
        h = ev_hypothesis(ev, h->same);
    return h && h->kind == HYP_SAME;
}

/* Of two tensors or objects of the caller: in the call that this is compiled for they are one object, and evaluation
 * starts again with one. */
bool ev_restart_same_places(Ev *ev, const Source *a, const Source *b, Span span) {
    const Hypothesis *old = ev_hypothesis(ev, b);
    if (ev->in_driver || !ev->exemplars || (old && old->kind == HYP_SAME) || is_taken_for(ev, a, b) ||
        !exemplar_is_one(ev, ev->exemplars, a, b))
        return false;
    const Hypothesis one = {.source = a, .kind = HYP_VALUE_OF, .exemplar = exemplar_at(ev, ev->exemplars, a)};
    if (!ev_hypothesis(ev, a)) /* its value is made once, wherever it is met */
        ev_restart_with(ev, &one, span);
    ev_restart_with(ev, &(Hypothesis){.source = b, .kind = HYP_SAME, .same = a}, span);
    return true;
}

bool ev_restart_same(Ev *ev, const Value *a, const Value *b, Span span) {
    return ev_restart_same_places(ev, a->source, b->source, span);
}

bool ev_restart_as_owner(Ev *ev, const Value *object, Span span) {
    const Source *source = object->kind == V_INSTANCE ? object->source : NULL;
    while (source && (source = source->base)) {
        const Value *owner = map_get(&ev->input_values, MAP_KEY(source));
        if (owner && owner != object && owner->kind == V_INSTANCE && ev_restart_same(ev, owner, object, span))
            return true;
    }
    return false;
}

/* ---- containers that get items ----------------------------------------------------------------------------------- */

static const Value *restart_closed(Ev *ev, Span span) {
    ev->fail = (Fail){FAIL_RESTART, D_UNKNOWN_VALUE, span, "what is known of a container was settled", NULL, {0}};
    return NULL;
}

/* What holds what is added to the input: of an input that nothing describes it is assumed that it is one. */
const Value *ev_open(Ev *ev, const Value *value, ValueKind kind, Span span) {
    const Value *open = ev_is_open(ev, value, kind) ? map_get(&ev->opened, MAP_KEY(value->source)) : NULL;
    bool is_settled = !value->source || map_has(&ev->hypotheses, MAP_KEY(value->source));
    if (!open && is_settled && kind == V_DICT)
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "an item of an object of unknown type is assigned");
    if (open || is_settled)
        return open ? open : ev_need(ev, value, HYP_TENSOR_FLAT, DT_NONE, -1, span);
    HypothesisKind assumed = kind == V_LIST ? HYP_OPEN_LIST : HYP_OPEN_DICT;
    return ev_restart_with(ev, &(Hypothesis){.source = value->source, .kind = assumed}, span);
}

/* Nothing was written to it so far. */
bool ev_restart_open(Ev *ev, const Value *container, Span span) {
    if (ev->in_driver || !container->source || !heap_is_lasting(ev->heap, container->u.object) ||
        heap_content_unasked(ev->heap, container->u.object) != heap_original(ev->heap, container->u.object))
        return false;
    const Hypothesis *h = map_get(&ev->hypotheses, MAP_KEY(container->source));
    const Value *known = map_get(&ev->input_values, MAP_KEY(container->source));
    if (known && known->kind != container->kind) /* a deque, or an object of a subclass, which the list stands for */
        return false;
    if (map_has(&ev->opened, MAP_KEY(container->source)) ||
        (h && (h->kind != HYP_VALUE_OF || h->closed || h->exemplar->kind != container->kind)))
        return false;
    Hypothesis opened = h ? *h : (Hypothesis){.source = container->source};
    opened.kind = container->kind == V_LIST ? HYP_OPEN_LIST : HYP_OPEN_DICT;
    ev_restart_with(ev, &opened, span);
    return true;
}

bool ev_close(Ev *ev, const Source *source) {
    const Hypothesis *h = map_get(&ev->hypotheses, MAP_KEY(source));
    if (!h || (h->kind != HYP_OPEN_LIST && h->kind != HYP_OPEN_DICT))
        return false;
    Hypothesis *closed = arena_copy(ev->arena, h, sizeof *h);
    closed->kind = h->exemplar ? HYP_VALUE_OF : HYP_NOTHING;
    closed->closed = true;
    map_put(&ev->hypotheses, MAP_KEY(source), closed);
    return true;
}

bool ev_close_all(Ev *ev) {
    bool any = false;
    for (uint32_t i = 0; i < ev->opened.len; i++)
        any |= ev_close(ev, ((const Value *)ev->opened.values[i])->source);
    return any;
}

/* ---- dicts that are told from their use -------------------------------------------------------------------------- */

/* Has nothing told what this input is, so that its use may? */
static bool is_untold(const Ev *ev, const Value *value) {
    return value->kind == V_UNKNOWN && value->source && !ev->in_driver && !ev_hypothesis(ev, value->source);
}

bool ev_restart_as_dict(Ev *ev, const Value *value, Span span) {
    bool untold = is_untold(ev, value);
    if (untold)
        ev_restart_with(ev, &(Hypothesis){.source = value->source, .kind = HYP_DICT}, span);
    return untold;
}

bool ev_restart_with_key(Ev *ev, const Value *dict, const Value *key, Span span) {
    const Hypothesis *old = dict->source && !ev->in_driver ? ev_hypothesis(ev, dict->source) : NULL;
    bool is_told = old && old->kind == HYP_DICT;
    if (key->kind != V_STR || !key->u.str || !(is_told || is_untold(ev, dict)))
        return false;
    uint32_t count = is_told ? old->length : 0;
    Str *keys = arena_array(ev->arena, Str, count + 1);
    for (uint32_t i = 0; i < count; i++)
        if ((keys[i] = old->keys[i]) == key->u.str)
            return false; /* the program has deleted it */
    keys[count] = key->u.str;
    ev_restart_with(ev, &(Hypothesis){.source = dict->source, .kind = HYP_DICT, .keys = keys, .length = count + 1},
                    span);
    return true;
}

/* ---- the rest of the arguments ----------------------------------------------------------------------------------- */

static Str rest_name(const AstNode *rest) { return rest ? rest->u.arg.arg : NULL; }

bool ev_restart_without_rest(Ev *ev, const Value *value, RestKind kind, Span span) {
    const Source *source = value->kind == V_UNKNOWN ? value->source : NULL;
    const Frame *entry = ev->frame;
    while (entry && !entry->is_entry)
        entry = entry->parent;
    bool is_argument = source && source->kind == SRC_ARG && !source->base && !map_has(&ev->hypotheses, MAP_KEY(source));
    if (!is_argument || ev->in_driver || !entry || !entry->function || entry->function->def->kind != AST_FunctionDef)
        return false;
    const AstNode *params = entry->function->def->u.FunctionDef.args;
    bool alone = params->u.arguments.posonlyargs.len + params->u.arguments.args.len <= (entry->owner != NULL);
    if (source->name == rest_name(params->u.arguments.kwarg))
        ev_restart_with(ev, &(Hypothesis){.source = source, .kind = HYP_DICT}, span);
    else if (kind == REST_PASSED_ON && !alone && source->name == rest_name(params->u.arguments.vararg))
        ev_restart_with(ev, &(Hypothesis){.source = source, .kind = HYP_TUPLE}, span);
    else
        return false;
    return true;
}

const Value *ev_restart_as(Ev *ev, const Value *known, HypothesisKind kind, Span span) {
    map_put(&ev->memo, MAP_KEY(known->source), (void *)known);
    return ev_restart_with(ev, &(Hypothesis){.source = known->source, .kind = kind}, span);
}

const Value *ev_need(Ev *ev, const Value *value, HypothesisKind kind, DType dtype, int rank, Span span) {
    if (kind == HYP_VALUE)
        return ev_need_known(ev, value, span);
    if (ev_choice_settle(ev, value, span) || ev_restart_without_rest(ev, value, REST_USED, span))
        return NULL;
    bool of_call = value->kind == V_UNKNOWN && !strncmp(value->u.str, EV_RESULT_OF, strlen(EV_RESULT_OF));
    if (!value->source || ev->in_driver)
        return ev_fail(ev, of_call ? D_UNKNOWN_CALL : D_UNKNOWN_VALUE, span, "%s",
                       value->kind == V_UNKNOWN ? value->u.str : "a value whose type is not known when compiling");
    if (ev_close(ev, value->source))
        return restart_closed(ev, span);
    const Hypothesis *old = ev_hypothesis(ev, value->source);
    Hypothesis h = {.source = value->source, .kind = kind, .dtype = dtype, .rank = rank};
    const Guess *guess = map_get(&ev->guesses, MAP_KEY(value->source));
    vec_push(ev->arena, &ev->guessed, value->source);
    if (guess && guess->dtype != DT_NONE)
        h.dtype = guess->dtype;
    if (h.dtype == DT_NONE)
        h.dtype = old && old->dtype != DT_NONE && old->kind <= HYP_TENSOR ? old->dtype : ev->default_dtype;
    if (kind == HYP_TENSOR && guess && guess->rank >= 0)
        h.rank = guess->rank;
    if (kind == HYP_TENSOR && h.rank < 0)
        h.rank = 2;
    bool flat_again = old && old->kind == HYP_TENSOR && kind == HYP_TENSOR_FLAT;
    bool same = old && old->kind == h.kind && old->dtype == h.dtype && old->rank == h.rank;
    bool described = old && old->kind == HYP_VALUE_OF && old->exemplar->kind != V_UNKNOWN &&
                     !(old->exemplar->kind == V_TENSOR && old->exemplar->u.tensor.node->type.flat);
    if (old && (old->fixed || flat_again || same || described))
        return ev_fail(ev, D_UNKNOWN_VALUE, span, "an input is used as what it is not");
    return ev_restart_with(ev, &h, span);
}

typedef struct KnownScan {
    Ev *ev;
    Hypothesis hypothesis;
    bool found;
    const Source *series; /* the length of its list is asked for; NULL: none is */
    bool counted;         /* it differs from one iteration of a loop to the next */
} KnownScan;

static void scan_known(void *env, const ShSymbol *symbol) {
    KnownScan *scan = env;
    if (symbol->origin_kind == SH_FROM_LEN && ev_is_series(scan->ev, symbol->origin))
        scan->series = symbol->origin;
    scan->counted |= ir_is_of_iteration(symbol);
    if (scan->found || symbol->origin_kind != SH_FROM_INT || !symbol->origin)
        return;
    const Source *source = symbol->origin;
    const Value *exemplar = map_get(&scan->ev->memo, MAP_KEY(source));
    if (!exemplar)
        return;
    scan->hypothesis = (Hypothesis){.source = source, .kind = HYP_VALUE};
    scan->found = ev_constant_of(exemplar, &scan->hypothesis.constant);
}

/* Texts of one list are names of things of one kind: where one has to be known, the others will have to be. */
static void know_all_texts(Ev *ev, const Source *item) {
    const Source *list = item->kind == SRC_ITEM_INT && !item->in_element && ev->exemplars ? item->base : NULL;
    const Value *exemplar = list ? exemplar_at(ev, ev->exemplars, list) : NULL, *const * items;
    uint32_t count;
    bool is_list = exemplar && (exemplar->kind == V_LIST || exemplar->kind == V_TUPLE);
    if (!is_list || !ev_sequence(ev, exemplar, &items, &count))
        return;
    for (uint32_t i = 0; i < count; i++) {
        Hypothesis h = {.source = source_item_int(list, i), .kind = HYP_VALUE};
        if (items[i]->kind == V_STR && ev_constant_of(items[i], &h.constant) && !ev_hypothesis(ev, h.source))
            map_put(&ev->hypotheses, MAP_KEY(h.source), arena_copy(ev->arena, &h, sizeof h));
    }
}

const Value *ev_need_known(Ev *ev, const Value *value, Span span) {
    KnownScan scan = {.ev = ev};
    const Value *part = value->kind == V_STR && !value->source ? ev_text_part(ev, value) : NULL;
    if (part) {
        ev_need_known(ev, part, span);
        if (ev->fail.kind == FAIL_RESTART)
            return NULL;
        scan.counted = ev->fail.code == D_LOOP;
        ev_clear_fail(ev);
    }
    if (value->kind == V_STR && !value->source && ev_restart_forked(ev, map_get(&ev->memo, MAP_KEY(value)), span))
        return NULL;
    if (value->kind == V_INT)
        sh_visit_symbols(value->u.expr, scan_known, &scan);
    const Value *exemplar = ev_likely_input(ev, value);
    if (exemplar) {
        scan.hypothesis = (Hypothesis){.source = value->source, .kind = HYP_VALUE};
        scan.found = ev_constant_of(exemplar, &scan.hypothesis.constant);
    }
    if (scan.found && !ev->in_driver && exemplar && exemplar->kind == V_STR)
        know_all_texts(ev, scan.hypothesis.source);
    if (scan.found && !ev->in_driver && value->kind == V_INT)
        count_known(ev, scan.hypothesis.source);
    if (scan.found && !ev->in_driver)
        return ev_restart_with(ev, &scan.hypothesis, span);
    if (scan.series && !ev->in_driver)
        return ev_series_restart(ev, scan.series, span);
    return ev_fail(ev, scan.counted ? D_LOOP : D_UNKNOWN_VALUE, span, "this %s must be known when compiling",
                   ev_type_name(ev, value));
}

static void scan_configured(void *env, const ShSymbol *symbol) {
    if (symbol->origin && ((const Source *)symbol->origin)->kind == SRC_ATTR)
        scan_known(env, symbol);
}

static bool need_symbols(Ev *ev, const ShExpr *expr, void (*visit)(void *, const ShSymbol *), Span span) {
    KnownScan scan = {.ev = ev};
    if (ev->in_driver || ev->fail.kind == FAIL_RESTART)
        return false;
    sh_visit_symbols(expr, visit, &scan);
    if (!scan.found)
        return false;
    ev_clear_fail(ev);
    count_known(ev, scan.hypothesis.source);
    ev_restart_with(ev, &scan.hypothesis, span);
    return true;
}

/* Ints that objects keep in attributes say how a program is built, and seldom differ between its calls. */
bool ev_need_configured(Ev *ev, const ShExpr *expr, Span span) { return need_symbols(ev, expr, scan_configured, span); }

bool ev_need_ints(Ev *ev, const ShExpr *expr, Span span) { return need_symbols(ev, expr, scan_known, span); }

/* Is an int of the caller, or one in a tuple of the caller, now to be known? */
static bool need_known_in(Ev *ev, const Value *value, Span span) {
    if (value && value->kind == V_TUPLE) {
        for (uint32_t i = 0; i < value->u.tuple.count; i++)
            if (need_known_in(ev, value->u.tuple.items[i], span))
                return true;
    } else if (value && value->kind == V_INT && value->source && !sh_is_const(value->u.expr, NULL)) {
        ev_need_known(ev, value, span);
    }
    return ev->fail.kind == FAIL_RESTART;
}

bool ev_need_any_known(Ev *ev, Span span) {
    for (uint32_t i = 0; i < ev->input_values.len; i++)
        if (need_known_in(ev, ev->input_values.values[i], span))
            return true;
    return false;
}

/* ---- branches that are not merged -------------------------------------------------------------------------------- */

static const Hypothesis *about_place(const Ev *ev, const void *place, HypothesisKind kind) {
    const Hypothesis *hypothesis = map_get(&ev->hypotheses, MAP_KEY(place));
    return hypothesis && hypothesis->kind == kind ? hypothesis : NULL;
}

bool ev_wants_fork(const Ev *ev, const void *place) { return about_place(ev, place, HYP_FORK) != NULL; }

bool ev_takes_likely_arm(const Ev *ev, const void *place) { return about_place(ev, place, HYP_LIKELY) != NULL; }

int ev_taken_arm(const Ev *ev, const void *place) {
    const Hypothesis *taken = about_place(ev, place, HYP_TAKEN);
    taken = taken ? taken : about_place(ev, place, HYP_LIKELY);
    return taken ? taken->rank : -1;
}

bool ev_restart_taken(Ev *ev, const void *place, int arm, bool is_likely, Span span) {
    if (!place || ev->in_driver || ev_taken_arm(ev, place) >= 0)
        return false;
    Hypothesis *hypothesis = arena_new_of(ev->arena, Hypothesis);
    hypothesis->kind = is_likely ? HYP_LIKELY : HYP_TAKEN;
    hypothesis->rank = arm;
    map_put(&ev->hypotheses, MAP_KEY(place), hypothesis);
    ev->fail = (Fail){FAIL_RESTART, D_BRANCH, span, "a branch of which one side is taken", NULL, {0}};
    return true;
}

bool ev_note_fork(Ev *ev, const void *place) {
    if (!place || ev->in_driver || ev_wants_fork(ev, place))
        return false;
    Hypothesis *hypothesis = arena_new_of(ev->arena, Hypothesis);
    hypothesis->kind = HYP_FORK;
    map_put(&ev->hypotheses, MAP_KEY(place), hypothesis);
    return true;
}

bool ev_restart_forked(Ev *ev, const void *place, Span span) {
    if (!ev_note_fork(ev, place))
        return false;
    ev->fail = (Fail){FAIL_RESTART, D_BRANCH, span, "a branch that cannot be merged", NULL, {0}};
    return true;
}

const Value *ev_merged(Ev *ev, const Value *value, Span span) {
    value = ev_choice_here(ev, value);
    bool is_open = value && value->kind == V_UNKNOWN && !value->source && !ev->in_driver;
    if (!is_open)
        return value;
    if (ev_restart_forked(ev, map_get(&ev->memo, MAP_KEY(value)), span))
        return NULL;
    const IrNode *condition = map_get(&ev->deciding, MAP_KEY(value));
    return condition && ev_decide_configured(ev, condition, span) ? NULL : ev_choice_read(ev, value, span);
}
