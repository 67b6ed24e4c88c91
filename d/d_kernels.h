/* Made by pyaot from d.py: the variants that the stub runs, and the names that they look up. */
#ifndef PYAOT_d_KERNELS_H
#define PYAOT_d_KERNELS_H
#include "pyaot_kernel.h"

/* Indices of attributes, keys and globals. */
enum {
    NAME_builtins,
    NAME_list,
    NAME_map,
    NAME_torch,
    NAME_clone,
    NAME_unbind,
};

/* Indices of objects that must stay what they were when the extension was loaded. */
enum {
    PINNED__range,
    PINNED_builtins_range,
    PINNED_torch_unbind,
    PINNED_torch_clone,
    PINNED_builtins_map,
    PINNED_builtins_list,
    PINNED__reversed,
    PINNED_builtins_reversed,
};

static RtStatus case_row_write_s1_v0_2(RtCall *call); /* case_row_write(x: f32[x0, x1]) */
static RtStatus case_reverse_s1_v0_2(RtCall *call); /* case_reverse(x: f32[x0, x1]) */
#endif
