/* Made by pyaot from bad_885.py: the variants that the stub runs, and the names that they look up. */
#ifndef PYAOT_bad_885_KERNELS_H
#define PYAOT_bad_885_KERNELS_H
#include "pyaot_kernel.h"

/* Indices of attributes, keys and globals. */
enum {
    NAME_h,
    NAME_n,
    NAME_builtins,
    NAME_list,
    NAME_map,
    NAME_torch,
    NAME_clone,
    NAME_unbind,
    NAME___closure__,
    NAME_cell_contents,
};

/* Indices of objects that must stay what they were when the extension was loaded. */
enum {
    PINNED__torch,
    PINNED_torch_zeros,
    PINNED__range,
    PINNED_builtins_range,
    PINNED_torch_tanh,
    PINNED_torch_stack,
    PINNED_torch_zeros_like,
    PINNED_torch_cat,
    PINNED_torch_sigmoid,
    PINNED__sum,
    PINNED_builtins_sum,
    PINNED__enumerate,
    PINNED_builtins_enumerate,
    PINNED__abs,
    PINNED_builtins_abs,
    PINNED_torch_allclose,
    PINNED_torch_ones,
    PINNED__St,
    PINNED__St___init__,
    PINNED__St_step,
    PINNED_torch_relu,
    PINNED__reversed,
    PINNED_builtins_reversed,
    PINNED_torch_unbind,
    PINNED_torch_clone,
    PINNED_builtins_map,
    PINNED_builtins_list,
    PINNED__len,
    PINNED_builtins_len,
    PINNED__filled,
    PINNED__zip,
    PINNED_builtins_zip,
    PINNED__isinstance,
    PINNED_builtins_isinstance,
    PINNED__list,
    PINNED__tuple,
    PINNED_builtins_tuple,
    PINNED__type,
    PINNED_builtins_type,
};

static RtStatus case_rnn_v0(RtCall *call); /* case_rnn(x: f32[x0, x1]) */
static RtStatus case_rnn2_v0(RtCall *call); /* case_rnn2(x: f32[x0, x1]) */
static RtStatus case_rnn3_v0(RtCall *call); /* case_rnn3(x: f32[x0, x1]) */
static RtStatus case_comp_v0(RtCall *call); /* case_comp(x: f32[x0, x1]) */
static RtStatus case_comp3_v0(RtCall *call); /* case_comp3(x: f32[x0, x1]) */
static RtStatus case_genexp_v0(RtCall *call); /* case_genexp(x: f32[x0, x1]) */
static RtStatus case_listfill_s1_v0_3(RtCall *call); /* case_listfill(x: f32[x0, x1], i: int, out: f32[out0, x1]) */
static RtStatus case_rowwrite_v0(RtCall *call); /* case_rowwrite(x: f32[x0, x1]) */
static RtStatus case_enumr_v0(RtCall *call); /* case_enumr(x: f32[x0, x1]) */
static RtStatus case_zipr_s1_v0_2(RtCall *call); /* case_zipr() */
static RtStatus case_zipr_s2_v0(RtCall *call); /* case_zipr(s: f32[...], a: f32[...], b: f32[...]) */
static RtStatus case_zipr_s3_v0(RtCall *call); /* case_zipr(s: f32[...]) */
static RtStatus case_break_data_v0(RtCall *call); /* case_break_data(x: f32[x0, x1]) */
static RtStatus case_break_fixed_v0(RtCall *call); /* case_break_fixed(x: f32[...]) */
static RtStatus case_break_long_v0(RtCall *call); /* case_break_long(x: f32[...]) */
static RtStatus case_while_true_v0(RtCall *call); /* case_while_true(x: f32[...]) */
static RtStatus case_while_true_ret_v0(RtCall *call); /* case_while_true_ret(x: f32[...]) */
static RtStatus case_newton_v0(RtCall *call); /* case_newton(x: f32[...]) */
static RtStatus case_newton2_v0(RtCall *call); /* case_newton2(x: f32[...]) */
static RtStatus case_continue_v0(RtCall *call); /* case_continue(x: f32[x0, x1]) */
static RtStatus case_continue2_v0(RtCall *call); /* case_continue2(x: f32[x0, x1]) */
static RtStatus case_ret_loop_v0(RtCall *call); /* case_ret_loop(x: f32[x0, x1]) */
static RtStatus case_forelse_s1_v0(RtCall *call); /* case_forelse(x: f32[x0, x1], i: int) */
static RtStatus case_forelse_s2_v0(RtCall *call); /* case_forelse(x: f32[x0, x1]) */
static RtStatus case_whileelse_v0(RtCall *call); /* case_whileelse(x: f32[x0, x1]) */
static RtStatus case_nested_v0(RtCall *call); /* case_nested(x: f32[x0, x1]) */
static RtStatus case_nested2_v0(RtCall *call); /* case_nested2(x: f32[x0, x1]) */
static RtStatus case_nested3_v0(RtCall *call); /* case_nested3(x: f32[...]) */
static RtStatus case_dictcarry_v0(RtCall *call); /* case_dictcarry(x: f32[x0, x1]) */
static RtStatus case_tuplecarry_v0(RtCall *call); /* case_tuplecarry(x: f32[x0, x1]) */
static RtStatus St_step_v0(RtCall *call); /* St.step(self: St, x: f32[...]) */
static RtStatus case_objcarry_v0(RtCall *call); /* case_objcarry(x: f32[x0, x1]) */
static RtStatus case_swap_v0(RtCall *call); /* case_swap(x: f32[x0, x1]) */
static RtStatus case_intcarry_v0(RtCall *call); /* case_intcarry(x: f32[x0, x1]) */
static RtStatus case_ncount_v0(RtCall *call); /* case_ncount(x: f32[...], n: int) */
static RtStatus case_nlist_s1_v0_2(RtCall *call); /* case_nlist() */
static RtStatus case_nlist_s2_v0(RtCall *call); /* case_nlist(outs: any, x: f32[...], i: int) */
static RtStatus case_nlist_s3_v0(RtCall *call); /* case_nlist(n: int, outs: list, x: any) */
static RtStatus case_collatz_v0(RtCall *call); /* case_collatz(x: f32[...], n: f32[...]) */
static RtStatus case_lstm_v0(RtCall *call); /* case_lstm(x: f32[x0, x1]) */
static RtStatus case_rnn_dim1_v0(RtCall *call); /* case_rnn_dim1(x: f32[x0, x1, x2]) */
static RtStatus case_unbind_v0(RtCall *call); /* case_unbind(x: f32[x0, x1, x2]) */
static RtStatus case_reverse_s1_v0_2(RtCall *call); /* case_reverse(x: f32[x0, x1]) */
static RtStatus case_outs_last_s1_v0_2(RtCall *call); /* case_outs_last() */
static RtStatus case_outs_last_s2_v0(RtCall *call); /* case_outs_last(outs: any, r: f32[...]) */
static RtStatus case_multi_s1_v0_2(RtCall *call); /* case_multi() */
static RtStatus case_multi_s2_v0(RtCall *call); /* case_multi(a: any, r: f32[...], b: any) */
static RtStatus case_view_carry_s1_v0_2(RtCall *call); /* case_view_carry(x: any) */
static RtStatus case_view_carry_s2_v0(RtCall *call); /* case_view_carry(v: f32[v0, v1]) */
static RtStatus case_view_carry_s3_v0(RtCall *call); /* case_view_carry(v: f32[v0, v1]) */
static RtStatus case_shape_change_v0(RtCall *call); /* case_shape_change(x: f32[x0, x1]) */
static RtStatus case_break_else_v0(RtCall *call); /* case_break_else(x: f32[...]) */
static RtStatus case_early_v0(RtCall *call); /* case_early(x: f32[...]) */
static RtStatus case_two_returns_v0(RtCall *call); /* case_two_returns(x: f32[x0, x1]) */
static RtStatus case_minmax_s1_v0_2(RtCall *call); /* case_minmax(x: f32[x0, x1]) */
static RtStatus case_minmax_s2_v0_2(RtCall *call); /* case_minmax(x: f32[x0, x1], i: int) */
static RtStatus case_minmax_s3_v0(RtCall *call); /* case_minmax(best: f32[best0]) */
static RtStatus case_powit_v0(RtCall *call); /* case_powit(x: f32[x0, x1]) */
static RtStatus case_while_and_v0(RtCall *call); /* case_while_and(x: f32[...]) */
static RtStatus case_mut_after_s1_v0_3(RtCall *call); /* case_mut_after(x: f32[x0, x1]) */
static RtStatus case_mut_after_s2_v0(RtCall *call); /* case_mut_after(h: f32[h0], x: f32[x0, h0], t: int, outs: any) */
static RtStatus case_mut_in_s1_v0_2(RtCall *call); /* case_mut_in(x: f32[x0, x1]) */
static RtStatus case_mut_in_s2_v0(RtCall *call); /* case_mut_in(h: f32[h0], x: f32[x0, h0], t: int, outs: any) */
static RtStatus case_mut_in2_v0(RtCall *call); /* case_mut_in2(x: f32[x0, x1]) */
static RtStatus case_mut_next_s1_v0_2(RtCall *call); /* case_mut_next(x: f32[x0, x1]) */
static RtStatus case_mut_next_s2_v0(RtCall *call); /* case_mut_next(h: f32[h0], x: f32[x0, h0], t: int, outs: any) */
static RtStatus case_views_mut_s1_v0_3(RtCall *call); /* case_views_mut() */
static RtStatus case_views_mut_s2_v0(RtCall *call); /* case_views_mut(outs: any, x: f32[x0, x1], t: int) */
static RtStatus case_views_v0(RtCall *call); /* case_views(x: f32[x0, x1]) */
static RtStatus case_same_v0(RtCall *call); /* case_same(x: f32[x0, x1]) */
static RtStatus case_same_mut_s1_v0_3(RtCall *call); /* case_same_mut(x: f32[x0, x1]) */
static RtStatus case_same_mut_s2_v0(RtCall *call); /* case_same_mut(outs: any, y: f32[y0]) */
static RtStatus case_row_s1_v0_2(RtCall *call); /* case_row(x: f32[x0, x1]) */
static RtStatus case_row_use_v0(RtCall *call); /* case_row_use(x: f32[x0, x1]) */
static RtStatus case_row_write_s1_v0_2(RtCall *call); /* case_row_write(x: f32[x0, x1]) */
static RtStatus case_last_is_h_s1_v0(RtCall *call); /* case_last_is_h() */
static RtStatus case_last_is_h_s2_v0(RtCall *call); /* case_last_is_h(x: f32[x0, x1], t: int, outs: any) */
static RtStatus case_len_in_s1_v0_2(RtCall *call); /* case_len_in() */
static RtStatus case_len_in_s2_v0(RtCall *call); /* case_len_in(outs: list, x: f32[x0, x1], t: int) */
static RtStatus case_alias_s1_v0_2(RtCall *call); /* case_alias() */
static RtStatus case_alias_s2_v0(RtCall *call); /* case_alias(outs: any, x: f32[x0, x1], t: int) */
static RtStatus case_alias_dict_s1_v0_2(RtCall *call); /* case_alias_dict() */
static RtStatus case_alias_dict_s2_v0(RtCall *call); /* case_alias_dict(outs: any, x: f32[x0, x1], t: int) */
static RtStatus case_alias_after_v0(RtCall *call); /* case_alias_after(x: f32[x0, x1]) */
static RtStatus case_closure_s1_v0_2(RtCall *call); /* case_closure() */
static RtStatus case_closure_s2_v0(RtCall *call); /* case_closure(add: function, x: f32[x0, x1], t: int) */
static RtStatus case_method_s1_v0_3(RtCall *call); /* case_method() */
static RtStatus fill_s1_v0_2(RtCall *call); /* fill(outs: any, x: f32[x0, x1], t: int) */
static RtStatus fill_s2_v0(RtCall *call); /* fill(outs: any) */
static RtStatus case_callee_s1_v0_2(RtCall *call); /* case_callee() */
static RtStatus filled_v0(RtCall *call); /* filled(x: f32[x0, x1]) */
static RtStatus case_callee2_v0(RtCall *call); /* case_callee2(x: f32[x0, x1]) */
static RtStatus case_cond_s1_v0_2(RtCall *call); /* case_cond() */
static RtStatus case_cond_s2_v0_2(RtCall *call); /* case_cond(outs: any, x: f32[x0, x1], t: int) */
static RtStatus case_cond_s3_v0(RtCall *call); /* case_cond(outs: list, x: any) */
static RtStatus case_inner_s1_v0_2(RtCall *call); /* case_inner() */
static RtStatus case_inner_s2_v0_2(RtCall *call); /* case_inner(outs: any, x: f32[x0, x1], t: int, u: int) */
static RtStatus case_inner2_v0(RtCall *call); /* case_inner2(x: f32[x0, x1]) */
static RtStatus case_twice_v0(RtCall *call); /* case_twice(x: f32[x0, x1]) */
static RtStatus case_two_lists_v0(RtCall *call); /* case_two_lists(x: f32[x0, x1]) */
static RtStatus case_later_s1_v0_2(RtCall *call); /* case_later(x: f32[x0, x1]) */
static RtStatus case_two_loops_s1_v0_2(RtCall *call); /* case_two_loops(x: f32[x0, x1]) */
static RtStatus case_iter_v0(RtCall *call); /* case_iter(x: f32[x0, x1]) */
static RtStatus case_cat1_v0(RtCall *call); /* case_cat1(x: f32[x0, x1]) */
static RtStatus case_stackd_v0(RtCall *call); /* case_stackd(x: f32[x0, x1]) */
static RtStatus case_cat0_s1_v0_2(RtCall *call); /* case_cat0(x: f32[x0, x1]) */
static RtStatus case_int_v0(RtCall *call); /* case_int(x: f32[x0, x1]) */
static RtStatus case_mixed_s1_v0_2(RtCall *call); /* case_mixed(x: f32[x0, x1]) */
static RtStatus case_mixed_s2_v0(RtCall *call); /* case_mixed(outs: any, x: f32[x0, x1], t: int) */
static RtStatus case_mixed_s3_v0(RtCall *call); /* case_mixed(outs: list) */
static RtStatus case_truth_s1_v0_2(RtCall *call); /* case_truth(x: f32[x0, x1]) */
static RtStatus case_isinst_v0(RtCall *call); /* case_isinst(x: f32[x0, x1]) */
static RtStatus case_add_s1_v0_2(RtCall *call); /* case_add(x: f32[x0, x1]) */
static RtStatus case_eq_s1_v0_2(RtCall *call); /* case_eq(x: f32[x0, x1]) */
static RtStatus case_star_s1_v0_2(RtCall *call); /* case_star(x: f32[x0, x1]) */
static RtStatus case_unb_v0(RtCall *call); /* case_unb(x: f32[x0, x1]) */
static RtStatus case_unb_ret_v0(RtCall *call); /* case_unb_ret(x: f32[x0, x1]) */
static RtStatus case_unb_write_v0(RtCall *call); /* case_unb_write(x: f32[x0, x1]) */
static RtStatus case_unb_write2_v0(RtCall *call); /* case_unb_write2(x: f32[x0, x1]) */
static RtStatus case_comp_eff_s1_v0_2(RtCall *call); /* case_comp_eff() */
static RtStatus case_comp_eff_s2_v0(RtCall *call); /* case_comp_eff(x: f32[...], log: list) */
static RtStatus case_enum_iter_s1_v0_3(RtCall *call); /* case_enum_iter() */
static RtStatus case_enum_iter_s2_v0_2(RtCall *call); /* case_enum_iter(x: f32[...]) */
static RtStatus case_enum_iter_s3_v0(RtCall *call); /* case_enum_iter(x: f32[...]) */
static RtStatus case_zip_len_s1_v0_2(RtCall *call); /* case_zip_len() */
static RtStatus case_zip_len_s2_v0(RtCall *call); /* case_zip_len(s: int, a: f32[...], b: f32[...]) */
static RtStatus case_zip_len_s3_v0(RtCall *call); /* case_zip_len(s: int) */
static RtStatus case_tuple_struct_v0(RtCall *call); /* case_tuple_struct(x: f32[x0, x1]) */
static RtStatus case_tuple_change_s1_v0_2(RtCall *call); /* case_tuple_change() */
static RtStatus case_ret_outs_v0(RtCall *call); /* case_ret_outs(x: f32[x0, x1]) */
static RtStatus case_try_v0(RtCall *call); /* case_try(x: f32[x0, x1]) */
static RtStatus case_if_loop_s1_v0_2(RtCall *call); /* case_if_loop() */
static RtStatus case_if_loop_s2_v0_2(RtCall *call); /* case_if_loop(outs: any, x: f32[x0, x1], t: int) */
static RtStatus case_if_loop_s3_v0_2(RtCall *call); /* case_if_loop(outs: any, x: f32[x0, x1], t: int) */
#endif
