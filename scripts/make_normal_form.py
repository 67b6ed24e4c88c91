"""Writes parser/normal_form.def: what the parser knows of NFKC, the normal form to which Python brings identifiers.

    python3 scripts/make_normal_form.py >parser/normal_form.def

MAP(first, last, delta): a letter or digit whose normal form is the one code point `delta` away, where people use it in
programs (Latin, Greek, letterlike and mathematical symbols, fullwidth forms). UNSTABLE(first, last): any other that
normalisation may change, alone or with its neighbours; identifiers with these are rejected.
"""

import unicodedata

MAPPED = [(0x80, 0x3FF), (0x2100, 0x214F), (0xFF00, 0xFF5F), (0x1D400, 0x1D7FF)]


def normal(code):
    return unicodedata.normalize("NFKC", chr(code))


def is_stable(code):
    return normal(code) == chr(code) and unicodedata.combining(chr(code)) == 0


def compose_with_what_precedes():
    """Code points that a canonical decomposition ends in, and Hangul's vowels and final consonants."""
    codes = set(range(0x1161, 0x1176)) | set(range(0x11A8, 0x11C3))
    for code in range(0x110000):
        parts = unicodedata.decomposition(chr(code)).split()
        if len(parts) == 2 and not parts[0].startswith("<"):
            codes.add(int(parts[1], 16))
    return codes


def print_rows(name, rows):
    line = ""
    for row in rows:
        text = "%s(%s) " % (name, ", ".join(row))
        if len(line) + len(text) > 120:
            print(line.rstrip())
            line = ""
        line += text
    print(line.rstrip())


def main():
    late = {code for code in compose_with_what_precedes() if code >= 0x80}
    codes = [c for c in range(0x80, 0x110000) if ("a" + chr(c)).isidentifier() and (not is_stable(c) or c in late)]
    mapped, unstable = [], []
    for code in codes:
        target = normal(code)
        wanted = any(first <= code <= last for first, last in MAPPED) and code not in late
        if wanted and len(target) == 1 and ord(target) != code and is_stable(ord(target)):
            delta = ord(target) - code
            if mapped and mapped[-1][1] == code - 1 and mapped[-1][2] == delta:
                mapped[-1][1] = code
            else:
                mapped.append([code, code, delta])
        elif unstable and unstable[-1][1] == code - 1:
            unstable[-1][1] = code
        else:
            unstable.append([code, code])
    print("/* Written by scripts/make_normal_form.py from Unicode %s; see there. */" % unicodedata.unidata_version)
    print("/* clang-format off */")
    print_rows("MAP", [("0x%X" % first, "0x%X" % last, str(delta)) for first, last, delta in mapped])
    print_rows("UNSTABLE", [("0x%X" % first, "0x%X" % last) for first, last in unstable])
    print("/* clang-format on */")


main()
