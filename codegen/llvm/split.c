/* Work that is shared out to threads. A share's loop becomes a function of its own that libgomp's GOMP_parallel runs in
 * each thread, as gcc makes of `omp parallel for`: one pool of threads serves the process, torch's included. What the
 * shares read is passed in memory: numbers and pointers by value, structs and arrays by address. */
#include "codegen/llvm/llvm.h"

typedef struct Capture {
    Arena *arena;
    VEC(const LpVar *) vars;
} Capture;

static void capture(Capture *c, const LpVar *var) {
    for (uint32_t i = 0; i < c->vars.len; i++)
        if (c->vars.data[i] == var)
            return;
    vec_push(c->arena, &c->vars, var);
}

static void capture_expr(Capture *c, const LpExpr *e, const LpStmt *s) {
    if (e->kind == LPE_VAR && e->var != s->var && e->var != s->last && e->var != s->part)
        capture(c, e->var);
    for (uint32_t i = 0; i < e->arg_count; i++)
        capture_expr(c, e->args[i], s);
}

static bool by_address(const LpVar *var) { return var->is_array || ll_is_struct(var->type); }

static LLVMTypeRef captured_type(LlModule *m, const LpVar *var) {
    return by_address(var) ? LLVMPointerTypeInContext(m->context, 0) : ll_memory_type(m, var->type);
}

static LLVMTypeRef shared_type(LlModule *m, const Capture *c) {
    LLVMTypeRef *types = arena_array(m->arena, LLVMTypeRef, c->vars.len + 1);
    for (uint32_t i = 0; i < c->vars.len; i++)
        types[i] = captured_type(m, c->vars.data[i]);
    return LLVMStructTypeInContext(m->context, types, c->vars.len, false);
}

/* ---- the function that runs in each thread ----------------------------------------------------------------------- */
static LLVMValueRef library_function(LlModule *m, const char *name, LLVMTypeRef type) {
    LLVMValueRef function = LLVMGetNamedFunction(m->module, name);
    return function ? function : LLVMAddFunction(m->module, name, type);
}

static LLVMValueRef thread_number(LlModule *m, const char *name) {
    LLVMTypeRef type = LLVMFunctionType(LLVMInt32TypeInContext(m->context), NULL, 0, false);
    return LLVMBuildCall2(m->builder, type, library_function(m, name, type), NULL, 0, "");
}

static void receive(LlFunction *share, const Capture *c, LLVMTypeRef type) {
    LlModule *m = share->m;
    LLVMValueRef data = LLVMGetParam(share->value, 0);
    for (uint32_t i = 0; i < c->vars.len; i++) {
        const LpVar *var = c->vars.data[i];
        LLVMValueRef from = LLVMBuildStructGEP2(m->builder, type, data, i, "");
        LLVMValueRef value = LLVMBuildLoad2(m->builder, captured_type(m, var), from, var->name);
        if (!by_address(var)) {
            LLVMValueRef place = ll_alloca(share, var->type, 1, var->name);
            LLVMBuildStore(m->builder, value, place);
            value = place;
        }
        map_put(&share->vars, MAP_KEY(var), value);
    }
}

static void bind(LlFunction *f, const LpVar *var, LlValue value) {
    LLVMValueRef place = map_get(&f->vars, MAP_KEY(var));
    if (!place) {
        place = ll_alloca(f, var->type, 1, var->name);
        map_put(&f->vars, MAP_KEY(var), place);
    }
    ll_store(f, value, place, var->type);
}

/* for (part = thread; part < parts; part += threads) the call with that share's bounds */
static void share_body(LlFunction *share, const LpStmt *s) {
    LLVMBuilderRef b = share->m->builder;
    LpType i32 = lp_type(LPT_I32);
    bind(share, s->part, (LlValue){thread_number(share->m, "omp_get_thread_num"), i32});
    LLVMValueRef threads = thread_number(share->m, "omp_get_num_threads");
    LLVMValueRef place = map_get(&share->vars, MAP_KEY(s->part));
    LlValue parts = ll_load(share, map_get(&share->vars, MAP_KEY(s->parts)), s->parts->type);
    LLVMBasicBlockRef test = ll_block(share, "for"), round = ll_block(share, "round"), done = ll_block(share, "done");
    LLVMBuildBr(b, test);
    LLVMPositionBuilderAtEnd(b, test);
    LlValue part = ll_load(share, place, s->part->type);
    LLVMValueRef number = ll_convert(share, part, i32);
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntSLT, number, ll_convert(share, parts, i32), ""), round, done);
    LLVMPositionBuilderAtEnd(b, round);
    for (int side = 0; side < 2; side++) {
        LLVMValueRef at = side ? LLVMBuildNSWAdd(b, number, ll_int(share->m, LPT_I32, 1), "") : number;
        LlValue args[3] = {ll_expr(share, s->args[0]), {at, i32}, parts};
        bind(share, side ? s->last : s->var, (LlValue){ll_call(share, "rt_part_begin", 3, args), lp_type(LPT_I64)});
    }
    ll_expr(share, s->args[1]);
    bind(share, s->part, (LlValue){LLVMBuildNSWAdd(b, number, threads, ""), i32});
    LLVMBuildBr(b, test);
    LLVMPositionBuilderAtEnd(b, done);
    LLVMBuildRetVoid(b);
}

static LLVMValueRef share_function(LlFunction *f, const LpStmt *s, const Capture *c, LLVMTypeRef data) {
    LlModule *m = f->m;
    LLVMBasicBlockRef now = LLVMGetInsertBlock(m->builder);
    LLVMMetadataRef location = LLVMGetCurrentDebugLocation2(m->builder);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(m->context, 0);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(m->context), &pointer, 1, false);
    Str name = str_format("%s_share%d", f->function->name, f->share_count++);
    LlFunction share = {.m = m, .function = f->function, .value = LLVMAddFunction(m->module, name, type)};
    LLVMSetLinkage(share.value, LLVMInternalLinkage);
    ll_attributes(m, share.value);
    map_init(&share.vars, m->arena);
    ll_debug_function(&share, s->span);
    share.entry = ll_block(&share, "entry");
    LLVMBasicBlockRef start = ll_block(&share, "start");
    LLVMPositionBuilderAtEnd(m->builder, start);
    ll_debug_line(&share, s->span);
    receive(&share, c, data);
    share_body(&share, s);
    LLVMPositionBuilderAtEnd(m->builder, share.entry);
    LLVMBuildBr(m->builder, start);
    LLVMPositionBuilderAtEnd(m->builder, now);
    LLVMSetCurrentDebugLocation2(m->builder, location);
    return share.value;
}

/* ---- the place where it is called -------------------------------------------------------------------------------- */
static void run_shares(LlFunction *f, const LpStmt *s, LLVMValueRef parts) {
    LlModule *m = f->m;
    LLVMBuilderRef b = m->builder;
    Capture c = {.arena = m->arena};
    capture(&c, s->parts);
    capture_expr(&c, s->args[0], s);
    capture_expr(&c, s->args[1], s);
    LLVMTypeRef data = shared_type(m, &c), pointer = LLVMPointerTypeInContext(m->context, 0);
    LLVMValueRef function = share_function(f, s, &c, data);
    LLVMBasicBlockRef now = LLVMGetInsertBlock(b);
    LLVMPositionBuilderAtEnd(b, f->entry);
    LLVMValueRef shared = LLVMBuildAlloca(b, data, "shared");
    LLVMPositionBuilderAtEnd(b, now);
    for (uint32_t i = 0; i < c.vars.len; i++) {
        LLVMValueRef place = map_get(&f->vars, MAP_KEY(c.vars.data[i]));
        if (!by_address(c.vars.data[i]))
            place = LLVMBuildLoad2(b, captured_type(m, c.vars.data[i]), place, "");
        LLVMBuildStore(b, place, LLVMBuildStructGEP2(b, data, shared, i, ""));
    }
    LLVMTypeRef i32 = LLVMInt32TypeInContext(m->context);
    LLVMTypeRef type =
        LLVMFunctionType(LLVMVoidTypeInContext(m->context), (LLVMTypeRef[]){pointer, pointer, i32, i32}, 4, false);
    LLVMValueRef args[] = {function, shared, parts, ll_int(m, LPT_I32, 0)};
    LLVMBuildCall2(b, type, library_function(m, "GOMP_parallel", type), args, 4, "");
}

/* The call stands at two places: inlined there, its loops would be compiled twice. */
static void keep_apart(LlModule *m, const LpExpr *call) {
    if (call->kind == LPE_CALL)
        ll_flag(m, ll_function(m, call->text), LLVMAttributeFunctionIndex, "noinline");
}

void ll_split(LlFunction *f, const LpStmt *s) {
    LLVMBuilderRef b = f->m->builder;
    keep_apart(f->m, s->args[1]);
    LlValue args[2] = {ll_expr(f, s->args[0]), ll_expr(f, s->args[2])};
    LlValue parts = {ll_call(f, "rt_parts", 2, args), lp_type(LPT_I32)};
    bind(f, s->parts, parts);
    LLVMBasicBlockRef whole = ll_block(f, "whole"), shares = ll_block(f, "shares"), done = ll_block(f, "done");
    LLVMValueRef one = ll_int(f->m, LPT_I32, 1);
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, parts.value, one, ""), whole, shares);
    LLVMPositionBuilderAtEnd(b, whole);
    LlValue none = {ll_int(f->m, LPT_I64, 0), lp_type(LPT_I64)};
    bind(f, s->part, none);
    bind(f, s->var, none);
    bind(f, s->last, ll_expr(f, s->args[0]));
    ll_expr(f, s->args[1]);
    ll_go(f, done);
    LLVMPositionBuilderAtEnd(b, shares);
    run_shares(f, s, parts.value);
    ll_go(f, done);
}
