/* Element types: the rows of dtype.def as a table, look-up by name, and torch's promotion.
 *
 * Promotion follows torch.promote_types (c10/core/ScalarType.h): the class decides first (bool < integers < floats <
 * complex), then the order within the class, with three exceptions, in dtype_promote(). */
#include "analysis/dtype.h"

#include <string.h>

#define DTYPE(id, torch_name, short_name, c_type, bytes, cls, dl_code, dl_bits)                                        \
    {torch_name, short_name, c_type, bytes, cls, dl_code, dl_bits},
const DTypeInfo dtype_info[DT_COUNT + 1] = {
#include "analysis/dtype.def"
};
#undef DTYPE

static const struct {
    const char *alias;
    DType dtype;
} dtype_aliases[] = {
    {"half", DT_F16}, {"float", DT_F32}, {"double", DT_F64}, {"short", DT_I16},
    {"int", DT_I32},  {"long", DT_I64},  {"cfloat", DT_C64}, {"cdouble", DT_C128},
};

DType dtype_by_torch_name(const char *name) {
    for (int d = 0; d < DT_COUNT; d++)
        if (strcmp(dtype_info[d].torch_name, name) == 0)
            return (DType)d;
    for (size_t i = 0; i < COUNT_OF(dtype_aliases); i++)
        if (strcmp(dtype_aliases[i].alias, name) == 0)
            return dtype_aliases[i].dtype;
    return DT_NONE;
}

DType dtype_by_short_name(const char *name) {
    for (int d = 0; d < DT_COUNT; d++)
        if (strcmp(dtype_info[d].short_name, name) == 0)
            return (DType)d;
    return DT_NONE;
}

static int class_order(DType d) {
    switch (dtype_info[d].cls) {
    case 'B':
        return 0;
    case 'U':
    case 'I':
        return 1;
    case 'F':
        return 2;
    default:
        return 3;
    }
}

DType dtype_promote(DType a, DType b) {
    if (a > b) {
        DType swap = a;
        a = b;
        b = swap;
    }
    if (a == DT_U8 && b == DT_I8)
        return DT_I16;
    if (a == DT_F16 && b == DT_BF16)
        return DT_F32;
    if (a == DT_F64 && b == DT_C64)
        return DT_C128;
    return class_order(a) <= class_order(b) ? b : a;
}
