#!/usr/bin/env python3
"""Writes the files that travel inside the compiler as one C file: embed.py OUT FILE...

analysis/prelude/torch.py becomes "prelude/torch.py"; runtime/pyaot_runtime.h becomes "runtime/pyaot_runtime.h".
Bytes become hexadecimal numbers, so that no text needs escaping and no compiler limit on string length is met.
"""

import os
import sys


def embedded_name(path):
    """What the compiler finds the file by: the names are in order."""
    return path.removeprefix("analysis/")


def main(out_path, paths):
    lines = ['#include "support/embedded.h"', "", "#include <stddef.h>", ""]
    rows = []
    for index, path in enumerate(sorted(paths, key=embedded_name)):
        with open(path, "rb") as file:
            data = file.read()
        lines.append(f"static const char text_{index}[] = {{")
        body = data + b"\0"
        for start in range(0, len(body), 24):
            lines.append("    " + ",".join(str(b if b < 128 else b - 256) for b in body[start : start + 24]) + ",")
        lines.append("};")
        name = embedded_name(path)
        rows.append(f'    {{"{name}", text_{index}, {len(data)}}},')
    lines += ["", "const EmbeddedFile embedded_files[] = {", *rows, "    {NULL, NULL, 0},", "};", ""]
    temporary = out_path + ".tmp"
    os.makedirs(os.path.dirname(out_path), exist_ok=True)
    with open(temporary, "w", encoding="ascii") as file:
        file.write("\n".join(lines))
    os.replace(temporary, out_path)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
