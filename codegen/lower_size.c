/* Symbolic integers as loop IR. What addresses memory (offsets, strides, numbers of elements) cannot overflow and is
 * computed as it stands. What the program computes, and expressions over Python ints, are computed step by step with a
 * check, and leave the variant where Python would need a big integer or would raise: x.shape[0] ** 4 may well be one.
 */
#include "codegen/lower.h"

typedef struct Convert {
    Arena *arena;
    LowerSymbol *symbol;
    LowerQuotient *quotient;
    void *env;
} Convert;

static LpExpr *convert(Convert *c, const ShExpr *e);

static bool is_negative_term(const ShExpr *e) {
    return (e->op == SH_CONST || e->op == SH_MUL) && e->value < 0 && e->value != INT64_MIN;
}

static LpExpr *convert_product(Convert *c, const ShExpr *e, int64_t factor) {
    LpExpr *product = NULL;
    for (uint32_t i = e->count; i-- > 0;) { /* loop symbols are the youngest, and read best in front */
        LpExpr *arg = convert(c, e->args[i]);
        product = product ? lp_binary(c->arena, LPO_MUL, product, arg) : arg;
    }
    if (factor == 1)
        return product;
    if (factor == -1)
        return lp_unary(c->arena, LPO_NEG, product);
    return lp_binary(c->arena, LPO_MUL, lp_int(c->arena, factor), product);
}

/* The terms of a sum, in the order in which they read best: those that are taken away come last. */
static const ShExpr **terms_of(Arena *arena, const ShExpr *e) {
    const ShExpr **terms = arena_array(arena, const ShExpr *, e->count);
    uint32_t count = 0;
    for (int negative = 0; negative < 2; negative++)
        for (uint32_t i = 0; i < e->count; i++)
            if (is_negative_term(e->args[i]) == negative)
                terms[count++] = e->args[i];
    return terms;
}

static LpExpr *convert_sum(Convert *c, const ShExpr *e) {
    const ShExpr **terms = terms_of(c->arena, e);
    LpExpr *sum = convert(c, terms[0]);
    for (uint32_t i = 1; i < e->count; i++) {
        const ShExpr *term = terms[i];
        if (is_negative_term(term))
            sum = lp_binary(c->arena, LPO_SUB, sum, convert_product(c, term, -term->value));
        else
            sum = lp_binary(c->arena, LPO_ADD, sum, convert(c, term));
    }
    if (e->value < 0 && e->value != INT64_MIN)
        return lp_binary(c->arena, LPO_SUB, sum, lp_int(c->arena, -e->value));
    return lp_binary(c->arena, LPO_ADD, sum, lp_int(c->arena, e->value));
}

static LpExpr *convert_chain(Convert *c, const ShExpr *e, const char *name) {
    LpExpr *value = convert(c, e->args[0]);
    for (uint32_t i = 1; i < e->count; i++)
        value = lp_call(c->arena, lp_type(LPT_I64), name, LP_ARGS(value, convert(c, e->args[i])));
    return value;
}

static LpExpr *convert_division(Convert *c, const ShExpr *e) {
    int64_t lo, hi, divisor_lo, divisor_hi;
    sh_range(e->args[0], &lo, &hi);
    sh_range(e->args[1], &divisor_lo, &divisor_hi);
    LpExpr *a = convert(c, e->args[0]), *b = convert(c, e->args[1]);
    if (lo >= 0 && divisor_lo > 0)
        return lp_binary(c->arena, e->op == SH_MOD ? LPO_MOD : LPO_DIV, a, b);
    const char *name = e->op == SH_MOD ? "rt_remainder_i64" : "rt_floordiv_i64";
    return lp_call(c->arena, lp_type(LPT_I64), name, LP_ARGS(a, b));
}

static LpExpr *convert(Convert *c, const ShExpr *e) {
    switch (e->op) {
    case SH_CONST:
        return lp_int(c->arena, e->value);
    case SH_SYM:
        return c->symbol(c->env, e->symbol);
    case SH_ADD:
        return convert_sum(c, e);
    case SH_MUL:
        return convert_product(c, e, e->value);
    case SH_FLOORDIV:
    case SH_MOD: {
        LpExpr *known = c->quotient ? c->quotient(c->env, e) : NULL;
        return known ? known : convert_division(c, e);
    }
    case SH_MIN:
        return convert_chain(c, e, "rt_min_i64");
    case SH_MAX:
        return convert_chain(c, e, "rt_max_i64");
    }
    ICE("lower: symbolic integer of kind %d", (int)e->op);
}

LpExpr *lower_shape_expr(Arena *arena, const ShExpr *e, LowerSymbol *symbol, LowerQuotient *quotient, void *env) {
    Convert c = {arena, symbol, quotient, env};
    return convert(&c, e);
}

/* ---- symbols of the host function -------------------------------------------------------------------------------- */
static LpExpr *declare_symbol(Lower *l, const ShSymbol *symbol, LpExpr *value) {
    LpVar *var = lower_var(l, symbol->name, lp_type(LPT_I64));
    lp_decl(l->arena, l->prologue, var, value, (Span){0});
    return lp_var(l->arena, var);
}

static void bind_symbol(Lower *l, const ShSymbol *symbol, LpExpr *value) {
    map_put(&l->symbols, (uint64_t)symbol->id + 1, value);
}

static LpExpr *field_item(Lower *l, LpVar *tensor, const char *field, int index) {
    LpExpr *array = lp_field(l->arena, lp_var(l->arena, tensor), field, lp_pointer(LPT_I64, true));
    return lp_load(l->arena, array, lp_int(l->arena, index));
}

static LpExpr *symbol_of_node(Lower *l, const ShSymbol *symbol) {
    const IrNode *node = ir_origin(l->graph, symbol);
    if (!node)
        ICE("lower: symbol %s has no origin", symbol->name);
    if (node->type.kind != IRT_TENSOR)
        return lower_scalar(l, node);
    bool stride = symbol->index >= IR_MAX_RANK;
    return field_item(l, lower_memory(l, node)->tensor, stride ? "strides" : "shape",
                      stride ? symbol->index - IR_MAX_RANK : symbol->index);
}

static LpExpr *symbol_of_tensor(Lower *l, const ShSymbol *symbol) {
    const Source *source = symbol->origin;
    LpVar *tensor = source->in_element ? series_first(l, source) : lower_source(l, source)->tensor;
    if (!tensor)
        ICE("lower: symbol %s before its tensor is checked", symbol->name);
    if (symbol->origin_kind == SH_FROM_NUMEL)
        return lp_call(l->arena, lp_type(LPT_I64), "rt_numel", LP_ARGS(lp_address(l->arena, lp_var(l->arena, tensor))));
    return field_item(l, tensor, symbol->origin_kind == SH_FROM_DIM ? "shape" : "strides", symbol->index);
}

static LpExpr *lower_known_scalar(Lower *l, const Source *source) {
    LpExpr *number = map_get(&l->known_ints, MAP_KEY(source));
    if (number)
        return number;
    const HostSource *known = source->in_element ? map_get(&l->sources, MAP_KEY(source)) : lower_source(l, source);
    return known ? known->scalar : NULL;
}

LpExpr *lower_symbol(Lower *l, const ShSymbol *symbol) {
    LpExpr *value = map_get(&l->symbols, (uint64_t)symbol->id + 1);
    if (value)
        return value;
    switch (symbol->origin_kind) {
    case SH_FROM_NODE:
        return symbol_of_node(l, symbol);
    case SH_FROM_INT:
        value = lower_known_scalar(l, symbol->origin);
        if (!value)
            ICE("lower: symbol %s before its int is checked", symbol->name);
        break;
    case SH_FROM_SUM:
        value = declare_symbol(l, symbol, lower_size_unchecked(l, symbol->origin));
        break;
    case SH_FROM_LEN:
        value = declare_symbol(l, symbol, LOWER_CALL(l, LPT_I64, "rt_len", lower_source(l, symbol->origin)->object));
        break;
    default:
        value = declare_symbol(l, symbol, symbol_of_tensor(l, symbol));
    }
    bind_symbol(l, symbol, value);
    return value;
}

static LpExpr *host_symbol(void *env, const ShSymbol *symbol) { return lower_symbol(env, symbol); }

LpExpr *lower_size_unchecked(Lower *l, const ShExpr *e) { return lower_shape_expr(l->arena, e, host_symbol, NULL, l); }

/* ---- checked expressions ----------------------------------------------------------------------------------------- */
static void visit_int(void *env, const ShSymbol *symbol) {
    bool *found = env;
    bool scalar = symbol->origin_kind == SH_FROM_NODE && symbol->origin &&
                  ((const IrNode *)symbol->origin)->type.kind != IRT_TENSOR;
    *found = *found || symbol->origin_kind == SH_FROM_INT || scalar;
}

/* A divisor that may be 0, and a constant with which sizes may not fit: those of tensors that lie in memory are less
 * than 2**47. */
static void visit_odd_number(const ShExpr *e, bool *found) {
    const int64_t most = e->op == SH_MUL ? INT64_C(1) << 15 : INT64_C(1) << 62;
    if (e->op == SH_MUL || e->op == SH_ADD)
        *found = *found || e->value > most || e->value < -most;
    if (e->op == SH_FLOORDIV || e->op == SH_MOD) {
        int64_t lo, hi;
        sh_range(e->args[1], &lo, &hi);
        *found = *found || (lo <= 0 && hi >= 0);
    }
    for (uint32_t i = 0; i < e->count; i++)
        visit_odd_number(e->args[i], found);
}

/* Does it mention a Python int, and compute with it? */
static bool needs_check(const ShExpr *e) {
    bool found = false;
    if (e->op == SH_CONST || e->op == SH_SYM)
        return false;
    sh_visit_symbols(e, visit_int, &found);
    visit_odd_number(e, &found);
    return found;
}

bool lower_int_needs_check(const ShExpr *e) { return e->op != SH_CONST && e->op != SH_SYM; }

/* What is computed once for all expressions with it: a quotient, a remainder, a sum, or the first factors of a product.
 */
typedef struct SizeStep {
    const ShExpr *factor; /* the last one of a product, behind the step or expression it is found under; NULL: itself */
    LpExpr *value;        /* NULL: not computed yet */
    const LpBlock *block; /* where it is */
    bool is_int;          /* see Checked: such a value serves both */
    struct SizeStep *next; /* found under the same */
} SizeStep;

typedef struct Checked {
    Lower *l;
    bool is_int; /* a number of the program, not one that addresses memory */
    bool any;    /* some step may not fit */
} Checked;

typedef struct Product {
    LpExpr *value;
    SizeStep *step; /* NULL: one factor alone */
} Product;

static LpExpr *checked(Checked *c, const ShExpr *e);

static SizeStep *find_step(Lower *l, const void *under, const ShExpr *factor) {
    SizeStep *first = map_get(&l->size_steps, MAP_KEY(under));
    for (SizeStep *step = first; step; step = step->next)
        if (step->factor == factor)
            return step;
    SizeStep *step = arena_new_of(l->scratch, SizeStep);
    *step = (SizeStep){.factor = factor, .next = first};
    map_put(&l->size_steps, MAP_KEY(under), step);
    return step;
}

/* What stands in a block runs before what is added now: to that block, to one within it, or behind the guards. */
static bool is_in_reach(const Lower *l, const LpBlock *block) {
    bool found = block == l->block || block == l->prologue;
    for (uint32_t i = 0; !found && i < l->open.len && l->open.data[i] != l->block; i++)
        found = l->open.data[i] == block;
    return found;
}

static LpExpr *known_value(const Checked *c, const SizeStep *step) {
    return step->value && step->is_int >= c->is_int && is_in_reach(c->l, step->block) ? step->value : NULL;
}

static LpExpr *keep_value(const Checked *c, SizeStep *step, LpExpr *value) {
    LpVar *var = lower_var(c->l, "t", lp_type(LPT_I64));
    lp_decl(c->l->arena, c->l->block, var, value, (Span){0});
    step->value = lp_var(c->l->arena, var);
    step->block = c->l->block;
    step->is_int = c->is_int;
    return step->value;
}

static LpExpr *checked_step(Checked *c, const char *function, LpExpr *a, LpExpr *b) {
    c->any = true;
    return lower_checked(c->l, LPT_I64, function, LP_ARGS(a, b));
}

/* From the longest part on that is known. */
static Product checked_product(Checked *c, const ShExpr *e, int64_t factor) {
    uint32_t first = factor == 1, from = first;
    const void *under = first ? (const void *)e->args[0] : sh_const(c->l->cx, factor);
    Product product = {NULL, NULL};
    for (uint32_t i = first; i < e->count; i++) {
        under = product.step = find_step(c->l, under, e->args[i]);
        LpExpr *known = known_value(c, product.step);
        if (known) {
            product.value = known;
            from = i + 1;
        }
    }
    if (!product.value)
        product.value = first ? checked(c, e->args[0]) : lp_int(c->l->arena, factor);
    for (uint32_t i = from; i < e->count; i++)
        product.value = checked_step(c, "rt_checked_mul", product.value, checked(c, e->args[i]));
    return product;
}

static LpExpr *checked_sum(Checked *c, const ShExpr *e) {
    const ShExpr **terms = terms_of(c->l->arena, e);
    LpExpr *sum = checked(c, terms[0]);
    for (uint32_t i = 1; i < e->count; i++) {
        const ShExpr *term = terms[i];
        if (is_negative_term(term))
            sum = checked_step(c, "rt_checked_sub", sum, checked_product(c, term, -term->value).value);
        else
            sum = checked_step(c, "rt_checked_add", sum, checked(c, term));
    }
    return e->value ? checked_step(c, "rt_checked_add", sum, lp_int(c->l->arena, e->value)) : sum;
}

static LpExpr *checked_division(Checked *c, const ShExpr *e) {
    const char *function = e->op == SH_MOD ? "rt_checked_remainder" : "rt_checked_floordiv";
    LpExpr *dividend = checked(c, e->args[0]);
    return checked_step(c, function, dividend, checked(c, e->args[1]));
}

static LpExpr *checked(Checked *c, const ShExpr *e) {
    if (c->is_int ? !lower_int_needs_check(e) : !needs_check(e))
        return lower_size_unchecked(c->l, e);
    switch (e->op) {
    case SH_ADD:
    case SH_FLOORDIV:
    case SH_MOD: {
        SizeStep *step = find_step(c->l, e, NULL);
        LpExpr *known = known_value(c, step);
        return known ? known : keep_value(c, step, e->op == SH_ADD ? checked_sum(c, e) : checked_division(c, e));
    }
    case SH_MUL:
        return checked_product(c, e, e->value).value;
    default: {
        LpExpr *value = checked(c, e->args[0]);
        const char *name = e->op == SH_MIN ? "rt_min_i64" : "rt_max_i64";
        for (uint32_t i = 1; i < e->count; i++)
            value = LOWER_CALL(c->l, LPT_I64, name, value, checked(c, e->args[i]));
        return value;
    }
    }
}

/* Whatever a symbol stands for is there before steps are added that are not checked yet. */
static void add_symbol(void *env, const ShSymbol *symbol) { lower_symbol(env, symbol); }

/* *any: the value is right where l->fits says so. */
static LpExpr *checked_value(Lower *l, const ShExpr *e, bool is_int, bool *any) {
    Checked c = {.l = l, .is_int = is_int};
    sh_visit_symbols(e, add_symbol, l);
    LpExpr *value;
    if (e->op == SH_MUL && (is_int || needs_check(e))) {
        Product product = checked_product(&c, e, e->value);
        value = c.any ? keep_value(&c, product.step, product.value) : product.value;
    } else {
        value = checked(&c, e);
        if (c.any &&
            value->kind != LPE_VAR) /* the least or greatest of some: computed before it is asked whether it fits */
            value = keep_value(&c, find_step(l, e, NULL), value);
    }
    *any = c.any;
    return value;
}

static LpExpr *checked_once(Lower *l, const ShExpr *e, bool is_int) {
    LpExpr *known = map_get(&l->sizes, MAP_KEY(e));
    if (known)
        return known;
    LpBlock *block = l->block;
    l->block = lower_setup_block(l, e); /* memory that is allocated before the run may need it too */
    bool any;
    LpExpr *value = checked_value(l, e, is_int, &any);
    if (any)
        lower_miss_unless(l, lp_var(l->arena, l->fits), "an integer does not fit 64 bits");
    l->block = block;
    map_put(&l->sizes, MAP_KEY(e), value);
    return value;
}

LpExpr *lower_size(Lower *l, const ShExpr *e) {
    return needs_check(e) ? checked_once(l, e, false) : lower_size_unchecked(l, e);
}

LpExpr *lower_int(Lower *l, const ShExpr *e) {
    return lower_int_needs_check(e) ? checked_once(l, e, true) : lower_size_unchecked(l, e);
}

LpExpr *lower_size_in_guard(Lower *l, const ShExpr *e, bool *may_not_fit) {
    bool any;
    LpExpr *value = checked_value(l, e, true, &any);
    *may_not_fit |= any;
    return value;
}
