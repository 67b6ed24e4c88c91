#!/usr/bin/env python3
"""Writes the C file from which the LLVM back end gets its bitcode: llvm_view.py OUT PREPROCESSED HEADER...

PREPROCESSED is what the preprocessor makes of pyaot_kernel.h. The file includes that header as generated C does. A
table of all functions that it declares keeps each of them in the bitcode, inline functions with their bodies;
constants tell the values of enumerators and macros (pyaot_value_NAME), the sizes of structs (pyaot_size_STRUCT) and
where their fields lie (pyaot_offset_STRUCT_FIELD).
"""

import re
import sys

FIELDS = {
    "RtTensor": ["data", "shape", "strides", "ndim", "dtype", "object"],
    "RtCall": ["args", "missed"],
    "RtAten": [],
}
# functions of libm that are called with Python's numbers
MATHS = """acos acosh asin asinh atan atan2 atanh ceil copysign cos cosh erf erfc exp exp2 expm1 fabs floor fmod lgamma
log log10 log1p log2 pow rint sin sinh sqrt tan tanh tgamma trunc""".split()
# a type, then the name and what opens the parameters: a call has no type in front of it
FUNCTION = re.compile(r"\b(?:\w+_t|bool|_Bool|void|int|float|double|RtStatus|PyObject|RtTensor)\s[\s*]*(rt_\w+)\s*\(")


def constants(text):
    names = set(re.findall(r"^#define (RT_[A-Z0-9_]+)[ \t]+\d+[ \t]*(?:/|$)", text, flags=re.M))
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    for body in re.findall(r"\benum\s*\w*\s*\{(.*?)\}", text, flags=re.S):
        names.update(re.findall(r"\bRT_[A-Z0-9_]+\b", body))
    return sorted(names)


def main(out_path, preprocessed, headers):
    with open(preprocessed, encoding="utf-8") as file:
        functions = sorted(set(FUNCTION.findall(file.read())))
    text = ""
    for header in headers:
        with open(header, encoding="utf-8") as file:
            text += file.read()
    lines = ["/* Made by scripts/llvm_view.py: see there. */", '#include "pyaot_kernel.h"', ""]
    lines += [f"const int64_t pyaot_value_{name} = {name};" for name in constants(text)]
    for struct, fields in FIELDS.items():
        lines.append(f"const int64_t pyaot_size_{struct} = sizeof({struct});")
        lines += [f"const int64_t pyaot_offset_{struct}_{field} = offsetof({struct}, {field});" for field in fields]
    lines += ["", "const void *const pyaot_functions[] = {"]
    lines += [f"    (const void *)&{name}," for name in functions + MATHS]
    lines += ["};", ""]
    with open(out_path, "w", encoding="ascii") as file:
        file.write("\n".join(lines))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
