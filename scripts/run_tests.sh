#!/bin/sh
# Runs every part of the test suite and adds up the counts. Each part's output is shown; its last line that reads
# "N passed, N failed" is its count. A part that crashes, or that ran no test, counts as one failure.
# Prints "N passed, N failed" as the last line and exits with 1 when anything failed.
set -u
BUILD=${BUILD:-build} PY=${PY:-.venv/bin/python} MAKE=${MAKE:-make} CC=${CC:-gcc}
export BUILD CC PY
total_passed=0 total_failed=0 summary=""
mkdir -p "$BUILD/test"

part() {
    name=$1
    shift
    echo "== $name"
    started=$(date +%s)
    { "$@" 2>&1; echo $? >"$BUILD/test/$name.status"; } | tee "$BUILD/test/$name.log"
    count "$name"
}

# begin NAME COMMAND starts a part that takes one processor, beside the parts that follow; end NAME waits for it, and
# the seconds that it waited are those in the summary.
begin() {
    name=$1
    shift
    { "$@" >"$BUILD/test/$name.log" 2>&1; echo $? >"$BUILD/test/$name.status"; } &
    eval "process_of_$name=$!"
}

end() {
    name=$1 started=$(date +%s)
    eval "wait \$process_of_$name"
    echo "== $name"
    cat "$BUILD/test/$name.log"
    count "$name"
}

count() {
    name=$1 log=$BUILD/test/$1.log
    status=$(cat "$BUILD/test/$name.status")
    counts=$(sed -n 's/^=* *\([0-9][0-9]*\) passed, \([0-9][0-9]*\) failed.*$/\1 \2/p' "$log" | tail -n 1)
    passed=${counts% *} failed=${counts#* }
    if [ -z "$counts" ]; then
        passed=0 failed=1
        echo "$name: no count of tests in its output (exit status $status)"
    elif [ "$((passed + failed))" = 0 ]; then
        failed=1
        echo "$name: ran no test"
    elif [ "$status" != 0 ] && [ "$failed" = 0 ]; then
        failed=1
        echo "$name: exit status $status"
    fi
    total_passed=$((total_passed + passed)) total_failed=$((total_failed + failed))
    summary="$summary$(printf '%-8s %5d passed %5d failed %5d s' "$name" "$passed" "$failed" $(($(date +%s) - started)))
"
}

unit() {
    # Criterion names what failed and ends with "[====] Synthesis: Tested: n | Passing: p | Failing: f | Crashing: c".
    "$MAKE" -s -j2 "$BUILD/unit_tests" "$BUILD/pyaot" "$BUILD/emit" || return 1
    "$BUILD/unit_tests" >"$BUILD/test/criterion.out" 2>&1
    unit_status=$?
    sed 's/\x1b\[[0-9;]*m//g' "$BUILD/test/criterion.out" | tee "$BUILD/test/criterion.txt"
    sed -n 's/.*Passing: \([0-9]*\) | Failing: \([0-9]*\) | Crashing: \([0-9]*\).*/\1 \2 \3/p' \
        "$BUILD/test/criterion.txt" | awk '{print $1 " passed, " $2 + $3 " failed"}'
    return $unit_status
}

# Programs of other tests with the LLVM back end, where LLVM 19 is there or can be installed. Its own tests are in e2e.
llvm() {
    PYAOT_TEST_BACKEND=llvm "$PY" scripts/end_to_end.py \
        tests/e2e/test_scenarios.py tests/e2e/test_dtypes_and_strides.py tests/e2e/test_kernels.py \
        tests/e2e/test_contract_state.py tests/e2e/test_torch_functions.py tests/e2e/test_complex.py
}

sh scripts/setup_llvm.sh >"$BUILD/test/setup_llvm.log" 2>&1 & # what it waits for is the network
llvm_setup=$!
part unit unit
begin codegen "$PY" tests/codegen/run.py "$BUILD/emit"
[ ! -f tests/runtime/run.sh ] || part runtime sh tests/runtime/run.sh
part graphs "$PY" tests/codegen/random_graphs.py "$BUILD/emit" --count 60
part parser "$PY" tests/parser/roundtrip.py --pyaot "$BUILD/pyaot"
part golden "$PY" tests/golden/run.py --pyaot "$BUILD/pyaot"
end codegen
part math sh tests/math/run.sh
part fuzz "$PY" tests/fuzz/run.py --pyaot "$BUILD/pyaot" --count 160 --seconds 40 --out "$BUILD/fuzz"
wait $llvm_setup
llvm_status=$?
cat "$BUILD/test/setup_llvm.log"
if [ $llvm_status = 0 ] && "$MAKE" -s -j2 llvm; then
    part llvm llvm
else
    echo "llvm: NOT TESTED: the LLVM back end cannot be built here, see above"
fi
part e2e "$PY" scripts/end_to_end.py
part conformance "$PY" tests/conformance/run.py --sample
part modules "$PY" tests/conformance/run.py --modules --limit 1

printf '\n%s' "$summary"
echo "$total_passed passed, $total_failed failed"
[ "$total_failed" = 0 ]
