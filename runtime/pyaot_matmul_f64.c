/* Matrix products of f64. */
#include "pyaot_matmul.h"

RT_MATMUL(double, f64, dgemm)
