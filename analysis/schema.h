/* The schemas of ATen's operators, which state the names, types and defaults of their parameters:
 * `sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None)`. */
#ifndef PYAOT_SCHEMA_H
#define PYAOT_SCHEMA_H

#include "support/support.h"

#include <stdbool.h>
#include <stddef.h>

enum { SCHEMA_MAX_PARAMS = 32 };

typedef struct SchemaParam {
    Str name;
    bool keyword_only;
    char type[24];        /* "Tensor", "SymInt", "ScalarType", ... */
    bool list, optional;  /* T[], T? (of the list: T[]?) */
    bool sized;           /* T[2]: one T is taken for the list, too */
    bool items_optional;  /* T?[] */
    const char *standard; /* text of the default; NULL: none */
    size_t standard_len;
} SchemaParam;

/* The number of parameters (SCHEMA_MAX_PARAMS at most), and the operator's name; ICE where the text is no schema, as it
 * is ours. */
int schema_parse(const char *text, Str *name, SchemaParam *out);

#endif
