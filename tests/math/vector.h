/* Prototypes of vector.c, from functions.def. */
#ifndef TESTS_MATH_VECTOR_H
#define TESTS_MATH_VECTOR_H
#define F32(NAME, ORACLE, BOUND) void vector_f32_##NAME(const float *x, float *y, long n);
#define F64(NAME, ORACLE, BOUND) void vector_f64_##NAME(const double *x, double *y, long n);
#define B32(NAME, ORACLE, BOUND) void vector_b32_##NAME(const float *a, const float *b, float *y, long n);
#define B64(NAME, ORACLE, BOUND) void vector_b64_##NAME(const double *a, const double *b, double *y, long n);
#include "tests/math/functions.def"
#undef F32
#undef F64
#undef B32
#undef B64
#endif
