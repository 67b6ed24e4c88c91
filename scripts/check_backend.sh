#!/bin/sh
# Runs everything that holds for any back end with the one that is named: the end-to-end tests, the operators and modules of
# the conformance suite (a sample of each; all with LIMIT=0), and the examples. Ends with "N passed, N failed"; exits with 1
# when anything failed. check_backend.sh NAME
set -u
backend=$1
BUILD=${BUILD:-build} PY=${PY:-.venv/bin/python} LIMIT=${LIMIT:-1}
export BUILD PY PYAOT="$BUILD/pyaot" PYAOT_TEST_BACKEND="$backend"
folder=$BUILD/test/backend_$(basename "$backend")
mkdir -p "$folder"
total_passed=0 total_failed=0

part() {
    name=$1
    shift
    echo "== $name with --backend=$backend"
    { "$@" 2>&1; echo "exit status $?"; } | tee "$folder/$name.log"
    counts=$(sed -n 's/^=* *\([0-9][0-9]*\) passed, \([0-9][0-9]*\) failed.*$/\1 \2/p' "$folder/$name.log" | tail -n 1)
    status=$(sed -n 's/^exit status //p' "$folder/$name.log" | tail -n 1)
    counts=${counts:-0 0}
    passed=${counts% *} failed=${counts#* }
    if [ "$status" != 0 ] && [ "$failed" = 0 ]; then
        failed=1
    fi
    total_passed=$((total_passed + passed)) total_failed=$((total_failed + failed))
}

demo() {
    "$PY" bench/demo.py --pyaot "$PYAOT" --out "$folder/demo" --backend "$backend" || return 1
    echo "1 passed, 0 failed"
}

part end_to_end "$PY" scripts/end_to_end.py
part operators "$PY" tests/conformance/run.py --limit "$LIMIT"
part modules "$PY" tests/conformance/run.py --modules --limit "$LIMIT"
part demo demo
echo "$total_passed passed, $total_failed failed"
[ "$total_failed" = 0 ]
