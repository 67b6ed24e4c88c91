/* The tables that the run time reads (RtModule of runtime/pyaot_runtime.h and all that it points to), as data: records
 * of typed constants that refer to each other by name. They belong to no back end: the C back end prints them as C,
 * others make constants of them. A field that is added to a record is added here and in the run time's header. */
#ifndef PYAOT_TABLES_H
#define PYAOT_TABLES_H
#include "codegen/backend.h"

typedef enum {
    FIELD_TEXT,     /* const char *: text; NULL: a null pointer */
    FIELD_INT,      /* int: number; text, if not NULL, is the name that the header has for it */
    FIELD_BOOL,     /* bool: number */
    FIELD_HASH,     /* uint64_t: number */
    FIELD_FUNCTION, /* RtStatus (*)(RtCall *): text is its name */
    FIELD_TABLE     /* const pointer to the first row of the table named text; NULL: a null pointer */
} FieldKind;
typedef struct CgField {
    FieldKind kind;
    const char *name;
} CgField;
/* How the C back end sets the rows out: each on a line, all on one line, or each field on a line by its name. */
typedef enum { ROWS_LINES, ROWS_ONE_LINE, ROWS_NAMED } RowForm;
typedef struct CgRecord {
    const char *type; /* the C struct; its fields follow each other as the compiler lays them out */
    RowForm form;
    int field_count; /* 1 with field.name NULL: no struct, the rows are bare constants of `type` */
    const CgField *fields;
} CgRecord;
typedef struct CgConstant {
    Str text;
    uint64_t number;
} CgConstant;
typedef struct CgTable {
    Str name;
    const CgRecord *record;
    bool single;            /* one record, not an array */
    uint32_t row_count;     /* never 0: an empty table has a row that says nothing, and what counts its rows says 0 */
    const CgConstant *rows; /* row after row, each of field_count constants */
} CgTable;

struct CgTables {
    VEC(CgTable) items; /* each before those that refer to it; the last one is the RtModule */
    Str init_name;      /* the exported function PyObject *init_name(void): return rt_module_init(&that) */
};

CgTables *tables_make(LowerModule *module, const ModuleResult *result);
const CgTable *tables_find(const CgTables *tables, Str name); /* NULL: there is none of that name */
#endif
