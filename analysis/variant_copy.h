/* Copies of variants, for a thread of their own. */
#ifndef PYAOT_VARIANT_COPY_H
#define PYAOT_VARIANT_COPY_H
#include "analysis/analysis.h"

/* The same variant, whose graph and facts lie in `arena` and rest on `shapes`, an empty context. Sources, texts and
 * what a return is made of belong to both; nobody changes them. */
Variant *variant_copy(Arena *arena, const Variant *variant, ShContext *shapes);
#endif
