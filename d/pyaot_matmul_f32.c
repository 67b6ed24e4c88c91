/* Matrix products of f32. */
#include "pyaot_matmul.h"

RT_MATMUL(float, f32, sgemm)
