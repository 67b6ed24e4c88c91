/* The names that an import statement binds, without parsing it: files of big packages are hundreds of them. */
#ifndef PYAOT_IMPORT_SCAN_H
#define PYAOT_IMPORT_SCAN_H

#include "parser/line_scan.h"

/* Those of an import of ASCII names, on one line or in brackets, "*" for a star import, and how many there are. 0: the
 * line is something else, and has to be parsed. */
uint32_t import_scan(Arena *arena, const SourceFile *file, const LogicalLine *line, const Str **bound);

#endif
