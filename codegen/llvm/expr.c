/* Expressions of loop IR. Operands are promoted and converted as in C, whose text the C back end prints. */
#include "codegen/llvm/llvm.h"

#include <math.h>
#include <string.h>

/* ---- conversions ------------------------------------------------------------------------------------------------- */
static char class_of(LpType type) { return type.pointer ? 'P' : lp_base_info[type.base].cls; }

static bool is_float(LpType type) { return class_of(type) == 'F'; }

static bool is_signed(LpType type) {
    return type.base == LPT_I8 || type.base == LPT_I16 || type.base == LPT_I32 || type.base == LPT_I64;
}

static bool is_pointer(LpType type) { return type.pointer || type.base == LPT_OBJECT || ll_is_struct(type); }

static LLVMValueRef to_bool(LlFunction *f, LlValue v) {
    LLVMBuilderRef b = f->m->builder;
    LLVMValueRef zero = LLVMConstNull(LLVMTypeOf(v.value));
    if (is_float(v.type))
        return LLVMBuildFCmp(b, LLVMRealUNE, v.value, zero, "");
    return LLVMBuildICmp(b, LLVMIntNE, v.value, zero, "");
}

static LLVMValueRef from_bool(LlFunction *f, LLVMValueRef value, LpType to) {
    LLVMTypeRef type = ll_type(f->m, to);
    return is_float(to) ? LLVMBuildUIToFP(f->m->builder, value, type, "")
                        : LLVMBuildZExt(f->m->builder, value, type, "");
}

static LLVMValueRef convert_float(LlFunction *f, LlValue v, LpType to) {
    LLVMBuilderRef b = f->m->builder;
    LLVMTypeRef type = ll_type(f->m, to);
    if (is_float(to))
        return LLVMBuildFPCast(b, v.value, type, "");
    return is_signed(to) ? LLVMBuildFPToSI(b, v.value, type, "") : LLVMBuildFPToUI(b, v.value, type, "");
}

LLVMValueRef ll_convert(LlFunction *f, LlValue v, LpType to) {
    LLVMBuilderRef b = f->m->builder;
    LLVMTypeRef type = ll_type(f->m, to);
    if (is_pointer(to) || is_pointer(v.type))
        return !is_pointer(to) && to.base == LPT_BOOL ? to_bool(f, v) : v.value;
    if (v.type.base == to.base)
        return v.value;
    if (to.base == LPT_BOOL)
        return to_bool(f, v);
    if (v.type.base == LPT_BOOL)
        return from_bool(f, v.value, to);
    if (is_float(v.type))
        return convert_float(f, v, to);
    if (is_float(to))
        return is_signed(v.type) ? LLVMBuildSIToFP(b, v.value, type, "") : LLVMBuildUIToFP(b, v.value, type, "");
    return LLVMBuildIntCast2(b, v.value, type, is_signed(v.type), "");
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */
LlValue ll_load(LlFunction *f, LLVMValueRef place, LpType type) {
    if (ll_is_struct(type))
        return (LlValue){place, type};
    LLVMBuilderRef b = f->m->builder;
    LLVMValueRef value = LLVMBuildLoad2(b, ll_memory_type(f->m, type), place, "");
    if (!type.pointer && type.base == LPT_BOOL)
        value = LLVMBuildTrunc(b, value, LLVMInt1TypeInContext(f->m->context), "");
    return (LlValue){value, type};
}

void ll_store(LlFunction *f, LlValue value, LLVMValueRef place, LpType type) {
    LLVMBuilderRef b = f->m->builder;
    if (ll_is_struct(type)) {
        int64_t size = ll_constant(f->m, "size", lp_base_info[type.base].spelling);
        LLVMBuildMemCpy(b, place, 8, value.value, 8, ll_int(f->m, LPT_I64, size));
        return;
    }
    LLVMValueRef v = ll_convert(f, value, type);
    if (!type.pointer && type.base == LPT_BOOL)
        v = LLVMBuildZExt(b, v, LLVMInt8TypeInContext(f->m->context), "");
    LLVMBuildStore(b, v, place);
}

static LLVMValueRef field_place(LlFunction *f, const LpExpr *e) {
    LpType of = e->args[0]->type;
    LLVMValueRef base = of.pointer ? ll_expr(f, e->args[0]).value : ll_place(f, e->args[0]);
    Str name = str_format("%s_%s", lp_base_info[of.base].spelling, e->text);
    LLVMValueRef offset = ll_int(f->m, LPT_I64, ll_constant(f->m, "offset", name));
    return LLVMBuildInBoundsGEP2(f->m->builder, LLVMInt8TypeInContext(f->m->context), base, &offset, 1, "");
}

LLVMValueRef ll_place(LlFunction *f, const LpExpr *e) {
    switch (e->kind) {
    case LPE_VAR: {
        LLVMValueRef place = map_get(&f->vars, MAP_KEY(e->var));
        if (!place)
            ICE("llvm: no place for the variable %s", e->var->name);
        return place;
    }
    case LPE_LOAD: {
        LLVMValueRef base = ll_expr(f, e->args[0]).value;
        LLVMValueRef index = ll_convert(f, ll_expr(f, e->args[1]), lp_type(LPT_I64));
        return LLVMBuildInBoundsGEP2(f->m->builder, ll_memory_type(f->m, e->type), base, &index, 1, "");
    }
    case LPE_FIELD:
        return field_place(f, e);
    default:
        ICE("llvm: an expression of kind %d has no address", (int)e->kind);
    }
}

static LlValue array_value(LlFunction *f, const LpExpr *e) {
    LpType element = e->type;
    element.pointer--;
    if (element.base == LPT_OBJECT && element.pointer == 0)
        element.pointer = 1;
    LLVMValueRef place = ll_alloca(f, element, e->arg_count ? e->arg_count : 1, "array");
    for (uint32_t i = 0; i < e->arg_count; i++) {
        LLVMValueRef index = ll_int(f->m, LPT_I64, i);
        LLVMValueRef at = LLVMBuildInBoundsGEP2(f->m->builder, ll_memory_type(f->m, element), place, &index, 1, "");
        ll_store(f, ll_expr(f, e->args[i]), at, element);
    }
    return (LlValue){place, e->type};
}

/* ---- operators --------------------------------------------------------------------------------------------------- */
/* The type in which C computes with operands of these types. */
static LpType common_type(LpType a, LpType b) {
    static const LpBase order[] = {LPT_F64, LPT_F32, LPT_U64, LPT_I64};
    for (size_t i = 0; i < COUNT_OF(order); i++)
        if (a.base == order[i] || b.base == order[i])
            return lp_type(order[i]);
    return lp_type(LPT_I32);
}

static LLVMValueRef float_binary(LlFunction *f, LpOperator op, LLVMValueRef a, LLVMValueRef b) {
    LLVMBuilderRef builder = f->m->builder;
    switch (op) {
    case LPO_MUL:
        return LLVMBuildFMul(builder, a, b, "");
    case LPO_DIV:
        return LLVMBuildFDiv(builder, a, b, "");
    case LPO_ADD:
        return LLVMBuildFAdd(builder, a, b, "");
    case LPO_SUB:
        return LLVMBuildFSub(builder, a, b, "");
    default:
        ICE("llvm: '%s' on floats", lp_operator_info[op].spelling);
    }
}

static LLVMValueRef int_binary(LlFunction *f, LpOperator op, LpType type, LLVMValueRef a, LLVMValueRef b) {
    LLVMBuilderRef builder = f->m->builder;
    bool sign = is_signed(type);
    switch (op) {
    case LPO_MUL:
        return sign ? LLVMBuildNSWMul(builder, a, b, "") : LLVMBuildMul(builder, a, b, "");
    case LPO_DIV:
        return sign ? LLVMBuildSDiv(builder, a, b, "") : LLVMBuildUDiv(builder, a, b, "");
    case LPO_MOD:
        return sign ? LLVMBuildSRem(builder, a, b, "") : LLVMBuildURem(builder, a, b, "");
    case LPO_ADD:
        return sign ? LLVMBuildNSWAdd(builder, a, b, "") : LLVMBuildAdd(builder, a, b, "");
    case LPO_SUB:
        return sign ? LLVMBuildNSWSub(builder, a, b, "") : LLVMBuildSub(builder, a, b, "");
    case LPO_BITAND:
        return LLVMBuildAnd(builder, a, b, "");
    case LPO_BITXOR:
        return LLVMBuildXor(builder, a, b, "");
    case LPO_BITOR:
        return LLVMBuildOr(builder, a, b, "");
    case LPO_LT: /* the rest is made elsewhere; all are named, so that a new operator is noticed here */
    case LPO_LE:
    case LPO_GT:
    case LPO_GE:
    case LPO_EQ:
    case LPO_NE:
    case LPO_AND:
    case LPO_OR:
    case LPO_NEG:
    case LPO_NOT:
    case LPO_BITNOT:
    case LPO_COUNT:
        break;
    }
    ICE("llvm: '%s' on integers", lp_operator_info[op].spelling);
}

/* Predicates of comparisons, from LPO_LT on: floats, signed and unsigned integers. */
static const struct {
    LLVMRealPredicate real;
    LLVMIntPredicate is_signed, is_unsigned;
} predicates[LPO_COUNT] = {
    [LPO_LT] = {LLVMRealOLT, LLVMIntSLT, LLVMIntULT}, [LPO_LE] = {LLVMRealOLE, LLVMIntSLE, LLVMIntULE},
    [LPO_GT] = {LLVMRealOGT, LLVMIntSGT, LLVMIntUGT}, [LPO_GE] = {LLVMRealOGE, LLVMIntSGE, LLVMIntUGE},
    [LPO_EQ] = {LLVMRealOEQ, LLVMIntEQ, LLVMIntEQ},   [LPO_NE] = {LLVMRealUNE, LLVMIntNE, LLVMIntNE},
};

static LLVMValueRef compare(LlFunction *f, LpOperator op, LlValue a, LlValue b) {
    LLVMBuilderRef builder = f->m->builder;
    if (is_pointer(a.type) || is_pointer(b.type))
        return LLVMBuildICmp(builder, predicates[op].is_unsigned, a.value, b.value, "");
    LpType type = common_type(a.type, b.type);
    LLVMValueRef x = ll_convert(f, a, type), y = ll_convert(f, b, type);
    if (is_float(type))
        return LLVMBuildFCmp(builder, predicates[op].real, x, y, "");
    return LLVMBuildICmp(builder, is_signed(type) ? predicates[op].is_signed : predicates[op].is_unsigned, x, y, "");
}

/* Whether e may be evaluated although the program would not: it reads no memory, divides no integers and calls nothing.
 */
static bool is_plain(const LpExpr *e) {
    if (e->kind == LPE_CALL || e->kind == LPE_LOAD || e->kind == LPE_FIELD)
        return false;
    if (e->kind == LPE_BINARY && (e->op == LPO_DIV || e->op == LPO_MOD) && !is_float(e->type))
        return false;
    for (uint32_t i = 0; i < e->arg_count; i++)
        if (!is_plain(e->args[i]))
            return false;
    return true;
}

LLVMBasicBlockRef ll_block(LlFunction *f, const char *name) {
    return LLVMAppendBasicBlockInContext(f->m->context, f->value, name);
}

void ll_go(LlFunction *f, LLVMBasicBlockRef block) {
    if (!LLVMGetBasicBlockTerminator(LLVMGetInsertBlock(f->m->builder)))
        LLVMBuildBr(f->m->builder, block);
    LLVMPositionBuilderAtEnd(f->m->builder, block);
}

static LlValue logic(LlFunction *f, const LpExpr *e) {
    LlModule *m = f->m;
    LLVMBuilderRef b = m->builder;
    LLVMValueRef left = ll_condition(f, e->args[0]);
    LLVMValueRef decided = LLVMConstInt(LLVMInt1TypeInContext(m->context), e->op == LPO_OR, false);
    if (is_plain(e->args[1])) {
        LLVMValueRef right = ll_condition(f, e->args[1]);
        LLVMValueRef value = e->op == LPO_AND ? LLVMBuildSelect(b, left, right, decided, "")
                                              : LLVMBuildSelect(b, left, decided, right, "");
        return (LlValue){value, lp_type(LPT_BOOL)};
    }
    LLVMBasicBlockRef from = LLVMGetInsertBlock(b), more = ll_block(f, "more"), done = ll_block(f, "decided");
    LLVMBuildCondBr(b, left, e->op == LPO_AND ? more : done, e->op == LPO_AND ? done : more);
    LLVMPositionBuilderAtEnd(b, more);
    LLVMValueRef right = ll_condition(f, e->args[1]);
    more = LLVMGetInsertBlock(b);
    ll_go(f, done);
    LLVMValueRef phi = LLVMBuildPhi(b, LLVMInt1TypeInContext(m->context), "");
    LLVMAddIncoming(phi, (LLVMValueRef[]){decided, right}, (LLVMBasicBlockRef[]){from, more}, 2);
    return (LlValue){phi, lp_type(LPT_BOOL)};
}

static LlValue binary(LlFunction *f, const LpExpr *e) {
    if (e->op == LPO_AND || e->op == LPO_OR)
        return logic(f, e);
    LlValue a = ll_expr(f, e->args[0]), b = ll_expr(f, e->args[1]);
    if (e->op >= LPO_LT && e->op <= LPO_NE)
        return (LlValue){compare(f, e->op, a, b), lp_type(LPT_BOOL)};
    if (is_pointer(a.type)) { /* moved by elements */
        LpType element = a.type;
        element.pointer--;
        LLVMValueRef index = ll_convert(f, b, lp_type(LPT_I64));
        if (e->op == LPO_SUB)
            index = LLVMBuildNeg(f->m->builder, index, "");
        LLVMTypeRef type = ll_memory_type(f->m, element);
        return (LlValue){LLVMBuildInBoundsGEP2(f->m->builder, type, a.value, &index, 1, ""), a.type};
    }
    LpType type = common_type(a.type, b.type);
    LLVMValueRef x = ll_convert(f, a, type), y = ll_convert(f, b, type);
    if (!is_float(type))
        return (LlValue){int_binary(f, e->op, type, x, y), type};
    return (LlValue){float_binary(f, e->op, x, y), type};
}

static LlValue unary(LlFunction *f, const LpExpr *e) {
    LLVMBuilderRef b = f->m->builder;
    if (e->op == LPO_NOT)
        return (LlValue){LLVMBuildNot(b, ll_condition(f, e->args[0]), ""), lp_type(LPT_BOOL)};
    LlValue a = ll_expr(f, e->args[0]);
    if (is_float(a.type))
        return (LlValue){LLVMBuildFNeg(b, a.value, ""), a.type};
    LpType type = common_type(a.type, a.type);
    LLVMValueRef x = ll_convert(f, a, type);
    if (e->op == LPO_BITNOT)
        return (LlValue){LLVMBuildNot(b, x, ""), type};
    return (LlValue){is_signed(type) ? LLVMBuildNSWNeg(b, x, "") : LLVMBuildNeg(b, x, ""), type};
}

/* The C type of a ? b : c. */
static LpType select_type(const LpExpr *e, LlValue a, LlValue b) {
    if (is_pointer(a.type) || is_pointer(b.type))
        return e->type;
    return a.type.base == b.type.base && (is_float(a.type) || a.type.base == LPT_BOOL) ? a.type
                                                                                       : common_type(a.type, b.type);
}

static LlValue select_plain(LlFunction *f, const LpExpr *e) {
    LLVMValueRef condition = ll_condition(f, e->args[0]);
    LlValue a = ll_expr(f, e->args[1]), b = ll_expr(f, e->args[2]);
    LpType type = select_type(e, a, b);
    LLVMValueRef x = ll_convert(f, a, type), y = ll_convert(f, b, type);
    return (LlValue){LLVMBuildSelect(f->m->builder, condition, x, y, ""), type};
}

/* Arms that read memory are evaluated only when they are chosen. */
static LlValue select_branches(LlFunction *f, const LpExpr *e) {
    LLVMBuilderRef b = f->m->builder;
    LLVMBasicBlockRef blocks[2] = {ll_block(f, "then"), ll_block(f, "else")}, done = ll_block(f, "chosen");
    LLVMBuildCondBr(b, ll_condition(f, e->args[0]), blocks[0], blocks[1]);
    LlValue values[2];
    for (int side = 0; side < 2; side++) {
        LLVMPositionBuilderAtEnd(b, blocks[side]);
        values[side] = ll_expr(f, e->args[1 + side]);
        blocks[side] = LLVMGetInsertBlock(b);
    }
    LpType type = select_type(e, values[0], values[1]);
    LLVMValueRef converted[2];
    for (int side = 0; side < 2; side++) {
        LLVMPositionBuilderAtEnd(b, blocks[side]);
        converted[side] = ll_convert(f, values[side], type);
        LLVMBuildBr(b, done);
    }
    LLVMPositionBuilderAtEnd(b, done);
    LLVMValueRef phi = LLVMBuildPhi(b, ll_type(f->m, type), "");
    LLVMAddIncoming(phi, converted, blocks, 2);
    return (LlValue){phi, type};
}

static bool reads_memory(const LpExpr *e) {
    if (e->kind == LPE_LOAD || e->kind == LPE_FIELD)
        return true;
    if (e->kind == LPE_BINARY && (e->op == LPO_DIV || e->op == LPO_MOD) && !is_float(e->type))
        return true;
    for (uint32_t i = 0; i < e->arg_count; i++)
        if (reads_memory(e->args[i]))
            return true;
    return false;
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */
/* The C type that a value of an LLVM type is passed as; its sign plays no part. */
static LpType parameter_type(LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMFloatTypeKind:
        return lp_type(LPT_F32);
    case LLVMDoubleTypeKind:
        return lp_type(LPT_F64);
    case LLVMPointerTypeKind:
        return lp_pointer(LPT_VOID, false);
    default:
        break;
    }
    switch (LLVMGetIntTypeWidth(type)) {
    case 1:
        return lp_type(LPT_BOOL);
    case 8:
        return lp_type(LPT_I8);
    case 16:
        return lp_type(LPT_I16);
    case 32:
        return lp_type(LPT_I32);
    default:
        return lp_type(LPT_I64);
    }
}

/* The declared type where it has the result's size, as it tells the sign. */
static LpType result_type(LlModule *m, LLVMTypeRef type, LpType declared) {
    if (type == LLVMVoidTypeInContext(m->context) || ll_type(m, declared) == type)
        return declared;
    return parameter_type(type);
}

static void copy_attributes(LLVMValueRef call, LLVMValueRef function, unsigned at) {
    LLVMAttributeRef attributes[16];
    unsigned count = LLVMGetAttributeCountAtIndex(function, at);
    if (count > COUNT_OF(attributes))
        ICE("llvm: %u attributes", count);
    LLVMGetAttributesAtIndex(function, at, attributes);
    for (unsigned i = 0; i < count; i++)
        LLVMAddCallSiteAttribute(call, at, attributes[i]);
}

LLVMValueRef ll_call(LlFunction *f, const char *name, uint32_t count, LlValue *args) {
    LLVMValueRef function = ll_function(f->m, name), values[64];
    LLVMTypeRef type = LLVMGlobalGetValueType(function), parameters[64];
    if (count > COUNT_OF(values) || LLVMCountParamTypes(type) != count)
        ICE("llvm: %s called with %u arguments", name, count);
    LLVMGetParamTypes(type, parameters);
    for (uint32_t i = 0; i < count; i++)
        values[i] = ll_convert(f, args[i], parameter_type(parameters[i]));
    LLVMValueRef call = LLVMBuildCall2(f->m->builder, type, function, values, count, "");
    for (unsigned i = 0; i <= count; i++) /* 0 is the result: how bools and small integers are passed */
        copy_attributes(call, function, i);
    return call;
}

static LlValue call_value(LlFunction *f, const LpExpr *e) {
    LlValue args[64];
    if (e->arg_count > COUNT_OF(args))
        ICE("llvm: %s called with %u arguments", e->text, e->arg_count);
    for (uint32_t i = 0; i < e->arg_count; i++)
        args[i] = ll_expr(f, e->args[i]);
    LLVMValueRef call = ll_call(f, e->text, e->arg_count, args);
    return (LlValue){call, result_type(f->m, LLVMTypeOf(call), e->type)};
}

/* ---- names ------------------------------------------------------------------------------------------------------- */
static const struct {
    const char *name;
    int64_t value;
} limits[] = {
    {"INT8_MIN", INT8_MIN},
    {"INT16_MIN", INT16_MIN},
    {"INT32_MIN", INT32_MIN},
    {"INT64_MIN", INT64_MIN},
    {"INT8_MAX", INT8_MAX},
    {"INT16_MAX", INT16_MAX},
    {"INT32_MAX", INT32_MAX},
    {"INT64_MAX", INT64_MAX},
    {"UINT8_MAX", UINT8_MAX},
    {"0", 0},
    {"true", 1},
    {"false", 0},
};

static LLVMValueRef object_named(LlFunction *f, const char *symbol) {
    LlModule *m = f->m;
    LLVMValueRef global = LLVMGetNamedGlobal(m->module, symbol);
    return global ? global : LLVMAddGlobal(m->module, LLVMInt8TypeInContext(m->context), symbol);
}

static int64_t name_value(LlModule *m, Str name) {
    const LowerModule *lower = m->unit->module;
    for (uint32_t i = 0; i < lower->name_ids.len; i++)
        if (lower->name_ids.data[i] == name)
            return i;
    for (uint32_t i = 0; i < lower->pinned_ids.len; i++)
        if (lower->pinned_ids.data[i] == name)
            return i;
    for (size_t i = 0; i < COUNT_OF(limits); i++)
        if (strcmp(limits[i].name, name) == 0)
            return limits[i].value;
    return ll_constant(m, "value", name);
}

static LlValue named(LlFunction *f, const LpExpr *e) {
    if (strcmp(e->text, "NULL") == 0)
        return (LlValue){LLVMConstNull(LLVMPointerTypeInContext(f->m->context, 0)), e->type};
    if (strcmp(e->text, "Py_None") == 0)
        return (LlValue){object_named(f, "_Py_NoneStruct"), e->type};
    if (strcmp(e->text, "Py_Ellipsis") == 0)
        return (LlValue){object_named(f, "_Py_EllipsisObject"), e->type};
    return (LlValue){ll_int(f->m, e->type.base, name_value(f->m, e->text)), e->type};
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */
static LlValue integer(LlFunction *f, const LpExpr *e) {
    LpBase base = e->number >= INT32_MIN && e->number <= INT32_MAX ? LPT_I32 : LPT_I64;
    return (LlValue){ll_int(f->m, base, e->number), lp_type(base)};
}

static LlValue variable(LlFunction *f, const LpExpr *e) {
    LLVMValueRef place = ll_place(f, e);
    return e->var->is_array ? (LlValue){place, e->type} : ll_load(f, place, e->type);
}

LlValue ll_expr(LlFunction *f, const LpExpr *e) {
    LlModule *m = f->m;
    switch (e->kind) {
    case LPE_INT:
        return integer(f, e);
    case LPE_FLOAT:
        return (LlValue){LLVMConstReal(ll_type(m, e->type), e->real), e->type};
    case LPE_BOOL:
        return (LlValue){ll_int(m, LPT_BOOL, e->number != 0), lp_type(LPT_BOOL)};
    case LPE_VAR:
        return variable(f, e);
    case LPE_NAME:
        return named(f, e);
    case LPE_TEXT:
        return (LlValue){ll_text(m, e->text), e->type};
    case LPE_UNARY:
        return unary(f, e);
    case LPE_BINARY:
        return binary(f, e);
    case LPE_SELECT:
        return reads_memory(e->args[1]) || reads_memory(e->args[2]) ? select_branches(f, e) : select_plain(f, e);
    case LPE_CAST:
        return (LlValue){ll_convert(f, ll_expr(f, e->args[0]), e->type), e->type};
    case LPE_CALL:
        return call_value(f, e);
    case LPE_LOAD:
    case LPE_FIELD:
        return ll_load(f, ll_place(f, e), e->type);
    case LPE_ADDRESS:
        return (LlValue){ll_place(f, e->args[0]), e->type};
    case LPE_ARRAY:
        return array_value(f, e);
    }
    ICE("llvm: expression of kind %d", (int)e->kind);
}

LLVMValueRef ll_condition(LlFunction *f, const LpExpr *e) { return ll_convert(f, ll_expr(f, e), lp_type(LPT_BOOL)); }
