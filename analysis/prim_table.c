/* The module `prim` of the prelude: C functions by name, with their parameters. Each is described where it is defined.
 */
#include "analysis/tensor.h"

#define PRIMS(X)                                                                                                       \
    X(unary, "name, input")                                                                                            \
    X(arithmetic, "name, a, b")                                                                                        \
    X(binary, "name, a, b")                                                                                            \
    X(pow, "base, exponent")                                                                                           \
    X(where, "condition, a, b")                                                                                        \
    X(cast, "input, dtype")                                                                                            \
    X(iterated, "result, operands")                                                                                    \
    X(is_operand, "value")                                                                                             \
    X(is_complex_number, "value")                                                                                      \
    X(part, "input, part")                                                                                             \
    X(complex, "re, im, operands")                                                                                     \
    X(conj, "input")                                                                                                   \
    X(is_conj, "input")                                                                                                \
    X(view_as_real, "input")                                                                                           \
    X(view_as_complex, "input")                                                                                        \
    X(reduce, "name, input, dims, keepdim")                                                                            \
    X(columns, "rows")                                                                                                 \
    X(permute, "input, dims")                                                                                          \
    X(expand, "input, sizes")                                                                                          \
    X(view, "input, sizes")                                                                                            \
    X(reshape, "input, sizes")                                                                                         \
    X(contiguous, "input")                                                                                             \
    X(clone, "input")                                                                                                  \
    X(with_layout_of, "input, like")                                                                                   \
    X(open_layout_of, "input, like")                                                                                   \
    X(row_major, "input")                                                                                              \
    X(own, "input")                                                                                                    \
    X(only_read, "copy, input")                                                                                        \
    X(alias, "input")                                                                                                  \
    X(detach, "input")                                                                                                 \
    X(data, "input")                                                                                                   \
    X(from_numpy, "input")                                                                                             \
    X(memory, "input")                                                                                                 \
    X(quiet, "input")                                                                                                  \
    X(select, "input, dim, index")                                                                                     \
    X(slice, "input, dim, start, stop, step")                                                                          \
    X(squeeze, "input, dims")                                                                                          \
    X(unsqueeze, "input, dim")                                                                                         \
    X(full, "sizes, value, dtype")                                                                                     \
    X(full_like, "input, value, dtype")                                                                                \
    X(empty, "sizes, dtype")                                                                                           \
    X(empty_like, "input, dtype")                                                                                      \
    X(random, "sizes, dtype")                                                                                          \
    X(arange, "start, step, count, dtype")                                                                             \
    X(assign, "target, value")                                                                                         \
    X(assign_quietly, "target, value")                                                                                 \
    X(apart, "target, result")                                                                                         \
    X(inplace, "target, result, operands")                                                                             \
    X(matmul, "a, b")                                                                                                  \
    X(linear, "input, weight, bias")                                                                                   \
    X(led_rows, "value")                                                                                               \
    X(record_columns, "value")                                                                                         \
    X(rows, "value")                                                                                                   \
    X(view_rows, "input")                                                                                              \
    X(number_rows, "buffer")                                                                                           \
    X(numbers, "value")                                                                                                \
    X(cat, "tensors, dim")                                                                                             \
    X(embedding, "weight, index")                                                                                      \
    X(gather, "input, dim, index")                                                                                     \
    X(bind, "schema, args, kwargs")                                                                                    \
    X(aten, "schema, arguments, results")                                                                              \
    X(aten_random, "schema, arguments, results")                                                                       \
    X(index, "input, indices, dims, position, bounds, layout")                                                         \
    X(index_put, "input, indices, dims, position, bounds, value, accumulate")                                          \
    X(put, "target, result, operands")                                                                                 \
    X(as_index, "value")                                                                                               \
    X(positions, "mask")                                                                                               \
    X(shape, "input")                                                                                                  \
    X(size, "input, dim")                                                                                              \
    X(rank, "input, likely")                                                                                           \
    X(padding, "count")                                                                                                \
    X(settled_layout, "input")                                                                                         \
    X(strides, "input")                                                                                                \
    X(stride, "input, dim")                                                                                            \
    X(numel, "input")                                                                                                  \
    X(tensor_type, "value")                                                                                            \
    X(dtype_of, "input")                                                                                               \
    X(device_of, "input")                                                                                              \
    X(requires_grad, "input")                                                                                          \
    X(likely_order, "input")                                                                                           \
    X(is_contiguous, "input")                                                                                          \
    X(hooks, "module, kept")                                                                                           \
    X(each_module, "root, pairs, deep")                                                                                \
    X(assume_same, "a, b")                                                                                             \
    X(is_unknown, "value")                                                                                             \
    X(is_row_major, "input")                                                                                           \
    X(need_whole, "input")                                                                                             \
    X(suggests_channels_last, "input")                                                                                 \
    X(traced, "function, operands")                                                                                    \
    X(is_tensor, "value")                                                                                              \
    X(is_number, "value")                                                                                              \
    X(kind, "value, likely")                                                                                           \
    X(is_known, "value")                                                                                               \
    X(is_one, "size")                                                                                                  \
    X(is_likely, "value")                                                                                              \
    X(is_steady, "value")                                                                                              \
    X(is_kept, "size")                                                                                                 \
    X(settled, "value")                                                                                                \
    X(likely, "value")                                                                                                 \
    X(known, "value")                                                                                                  \
    X(batch_level, "")                                                                                                 \
    X(item, "input")                                                                                                   \
    X(leave, "text")                                                                                                   \
    X(cut, "text")                                                                                                     \
    X(unfit, "text")                                                                                                   \
    X(refuse_out, "")                                                                                                  \
    X(default_dtype, "")                                                                                               \
    X(dtype, "name")                                                                                                   \
    X(dtype_class, "dtype")                                                                                            \
    X(itemsize, "dtype")                                                                                               \
    X(result_type, "a, b")                                                                                             \
    X(limit, "dtype, name")                                                                                            \
    X(parameter, "data")                                                                                               \
    X(is_parameter, "value")                                                                                           \
    X(is_no_view, "value")                                                                                             \
    X(torch_modes, "")                                                                                                 \
    X(restore_modes, "modes")                                                                                          \
    X(is_grad_enabled, "")                                                                                             \
    X(is_inference_mode_enabled, "")                                                                                   \
    X(is_inference, "input")                                                                                           \
    X(is_autocast_enabled, "")                                                                                         \
    X(autocast_dtype, "")                                                                                              \
    X(become, "tensor, view")                                                                                          \
    X(held, "tensor, name, likely")                                                                                    \
    X(hold, "tensor, name, value")                                                                                     \
    X(asked, "path, likely")                                                                                           \
    X(global_of, "path")                                                                                               \
    X(asked_once, "path, likely")                                                                                      \
    X(switch, "path, likely")                                                                                          \
    X(set_switch, "path, likely, value")                                                                               \
    X(set_autocast, "enabled, dtype")                                                                                  \
    X(set_inference_mode, "mode")                                                                                      \
    X(set_grad_mode, "mode")                                                                                           \
    X(clamp, "input, min, max")                                                                                        \
    X(assume_equal, "a, b")                                                                                            \
    X(check_call, "function, args, kwargs")                                                                            \
    X(assume_at_least, "value, least")                                                                                 \
    X(grows, "size, other")                                                                                            \
    X(likely_equal, "a, b")                                                                                            \
    X(fits, "value, dtype")                                                                                            \
    X(likely_divides, "size, part")                                                                                    \
    X(is_known_one, "size")                                                                                            \
    X(exact_quotient, "size, part")                                                                                    \
    X(exact_division, "size, count")                                                                                   \
    X(range_count, "start, end, step")                                                                                 \
    X(rank_for, "dim0, dim1")                                                                                          \
    X(count, "input, dims")                                                                                            \
    X(slice_by, "input, dim, slice")                                                                                   \
    X(view_at, "input, items")                                                                                         \
    X(unfold, "input, dim, width, step")                                                                               \
    X(split_dim, "input, dim, width")                                                                                  \
    X(diagonal, "input, dim1, dim2, offset, length")                                                                   \
    X(slice_of_length, "input, dim, start, step, length")                                                              \
    X(slice_exact, "input, dim, start, length")                                                                        \
    X(is_flat, "input")                                                                                                \
    X(flat_ravel, "input")                                                                                             \
    X(memory_format, "name")                                                                                           \
    X(is_format, "value, name")                                                                                        \
    X(other_dtype, "name")                                                                                             \
    X(layout, "name")                                                                                                  \
    X(cpu_device, "")                                                                                                  \
    X(infinity, "")                                                                                                    \
    X(not_a_number, "")                                                                                                \
    X(tensor, "value")                                                                                                 \
    X(set_attribute, "object, name, value")                                                                            \
    X(has_buffer, "module, name")                                                                                      \
    X(put_buffer, "module, name, tensor, persistent")                                                                  \
    X(note_persistence, "module, name, persistent")                                                                    \
    X(passed_over, "module")                                                                                           \
    X(begin_module, "module")                                                                                          \
    X(shallow_copy, "object")                                                                                          \
    X(deep_copy, "object, memo")                                                                                       \
    X(hold_memory, "array")                                                                                            \
    X(is_numpy_array, "value")                                                                                         \
    X(promotes_as_numpy2, "")                                                                                          \
    X(scalar_dtype, "value")                                                                                           \
    X(plain, "value")                                                                                                  \
    X(is_generator_function, "value")                                                                                  \
    X(catch_warnings, "enters")                                                                                        \
    X(catches_warnings, "")                                                                                            \
    X(warn, "message, category, stacklevel")                                                                           \
    X(made_hash, "of")                                                                                                 \
    X(hash_of, "object")                                                                                               \
    X(same_hash, "a, b")                                                                                               \
    X(link, "exception, name")                                                                                         \
    X(set_link, "exception, name, value")                                                                              \
    X(deque_iterator, "items")                                                                                         \
    X(steps, "iterator")                                                                                               \
    X(handled, "")                                                                                                     \
    X(handles_nothing, "")                                                                                             \
    X(in_driver, "")                                                                                                   \
    X(spread, "value, count")                                                                                          \
    X(windows, "size, kernel, stride, padding, dilation")                                                              \
    X(kernel_size, "weight, dim")                                                                                      \
    X(assume_first_sizes, "tensors, size")                                                                             \
    X(sizes_of, "args, named=None")                                                                                    \
    X(are_row_major, "inputs")                                                                                         \
    X(are_of, "operands, dtype")                                                                                       \
    X(is_of_caller, "value")                                                                                           \
    X(swap_attribute, "object, name, slot")

#define DECLARE(name, params) PRIM(prim_##name);
PRIMS(DECLARE)

#define ROW(name, params) {#name, prim_##name, params},
const Builtin prim_table[] = {PRIMS(ROW){NULL, NULL, NULL}};

bool prim_is_among(const Builtin *builtin) {
    return builtin >= prim_table && builtin < prim_table + COUNT_OF(prim_table);
}
