#!/bin/sh
# Checks the tree's form: clang-format over C, ruff over Python, the order of includes, the size of files.
# Prints each defect with its file; exits with 1 if there was any. clang-format is optional: without it, that check says so.
set -u
VENV=${VENV:-.venv}
status=0
c_files=$(git ls-files '*.c' '*.h' | grep -v '^tests/golden/')

if command -v clang-format >/dev/null; then
    # shellcheck disable=SC2086
    clang-format --dry-run --Werror $c_files 2>&1 | sed -nE 's,^([^ :]+):[0-9]+:[0-9]+: (error|warning):.*,\1,p' | sort | uniq -c >build/lint.format || true
    if [ -s build/lint.format ]; then
        echo "lint: not formatted as .clang-format says (places, file):"
        cat build/lint.format
        status=1
    fi
else
    echo "lint: clang-format is not installed: formatting of C not checked"
fi

"$VENV/bin/python" -m ruff check -q . || status=1
# The prelude is Python of a dialect, but has no names that nothing defines.
"$VENV/bin/python" -m ruff check -q --isolated --select F821 --config 'builtins = ["prim"]' analysis/prelude || status=1
"$VENV/bin/python" -m ruff format --check . 2>/dev/null | grep "^Would reformat" && status=1
"$VENV/bin/python" scripts/lint_includes.py || status=1
exit $status
