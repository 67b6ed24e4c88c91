#!/bin/sh
# Runs the end-to-end tests, or the files of them that are named, one process a file: a crash in generated code costs the
# tests of one file and shows which. Ends with "N passed, N failed"; exits with 1 when anything failed.
# PYAOT_TEST_BACKEND=NAME: with that back end.
set -u
BUILD=${BUILD:-build} PY=${PY:-.venv/bin/python}
[ $# != 0 ] || set -- tests/e2e/test_*.py
output=$BUILD/test/pytest.${PYAOT_TEST_BACKEND:+$(basename "$PYAOT_TEST_BACKEND").}out
mkdir -p "$BUILD/test"
passed=0 failed=0
for file; do
    echo "-- $file"
    PYAOT="$BUILD/pyaot" "$PY" -m pytest -q -p no:cacheprovider "$file" --report-counts >"$output" 2>&1
    status=$?
    cat "$output"
    counts=$(sed -n 's/^\([0-9][0-9]*\) passed, \([0-9][0-9]*\) failed$/\1 \2/p' "$output" | tail -n 1)
    if [ -z "$counts" ] || { [ "$status" != 0 ] && [ "${counts#* }" = 0 ]; }; then
        echo "$file: ended with status $status"
        counts="${counts% *}"
        counts="${counts:-0} 1"
    fi
    passed=$((passed + ${counts% *})) failed=$((failed + ${counts#* }))
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
