/* Element types of tensors, from dtype.def, and torch's promotion rules (torch.promote_types). */
#ifndef PYAOT_DTYPE_H
#define PYAOT_DTYPE_H
#include "support/support.h"

typedef enum {
#define DTYPE(id, torch_name, short_name, c_type, bytes, cls, dl_code, dl_bits) id,
#include "analysis/dtype.def"
#undef DTYPE
    DT_COUNT,
    DT_NONE = DT_COUNT
} DType;
typedef struct DTypeInfo {
    const char *torch_name, *short_name, *c_type;
    int bytes;
    char cls; /* B U I F C */
    int dl_code, dl_bits;
} DTypeInfo;
/* The last row is that of DT_NONE, which is of no class. */
extern const DTypeInfo dtype_info[DT_COUNT + 1];
DType dtype_by_torch_name(const char *name); /* "float32", also "float", "half", "long"...; DT_NONE when unknown */
DType dtype_by_short_name(const char *name); /* "f32" */
DType dtype_promote(DType a, DType b);       /* torch.promote_types; source: c10/core/ScalarType.h */
static inline bool dtype_is_float(DType d) { return dtype_info[d].cls == 'F'; }
static inline bool dtype_is_complex(DType d) { return dtype_info[d].cls == 'C'; }
/* The element type of a complex type's parts, and the complex type with such parts. */
static inline DType dtype_real(DType d) { return d == DT_C128 ? DT_F64 : d == DT_C64 ? DT_F32 : d; }
static inline DType dtype_complex(DType d) { return d == DT_F64 || d == DT_C128 ? DT_C128 : DT_C64; }
static inline bool dtype_is_integral(DType d) { return dtype_info[d].cls == 'I' || dtype_info[d].cls == 'U'; }

/* Can elements of an integer dtype hold this number? */
static inline bool dtype_holds(DType d, int64_t value) {
    int bits = 8 * (int)dtype_info[d].bytes;
    if (dtype_info[d].cls == 'U')
        return value >= 0 && (bits == 64 || value >> bits == 0);
    return bits == 64 || (value >= -((int64_t)1 << (bits - 1)) && value < (int64_t)1 << (bits - 1));
}
#endif
