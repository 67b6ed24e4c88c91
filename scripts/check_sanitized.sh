#!/bin/sh
# Runs compiler and generated code under sanitizers: check_sanitized.sh address,undefined.
# (1) the unit tests, every example, the programs of tests/e2e and random ones through an instrumented compiler; (2) every
# example's extension, instrumented through CFLAGS and run against eager. Ends with "N passed, N failed"; exits with 1 when anything failed.
set -u
sanitize=$1
BUILD=${BUILD:-build} PY=${PY:-.venv/bin/python} MAKE=${MAKE:-make} CC=${CC:-gcc}
folder=$BUILD/sanitize
mkdir -p "$folder"
passed=0 failed=0
result() {
    if [ "$1" = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "failed: $2"
    fi
}

# The arenas of the compiler live as long as the process, so leaks are not looked for.
export ASAN_OPTIONS=detect_leaks=0:abort_on_error=0:exitcode=86 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
"$MAKE" -s -j2 BUILD="$folder" SANITIZE="$sanitize" OPTIMIZE="-O1 -g" "$folder/pyaot" "$folder/unit_tests" || { echo "0 passed, 1 failed"; exit 1; }

# Instrumented frames are larger: the compiler itself works on a stack of that size.
(ulimit -s 524288 2>/dev/null; exec "$folder/unit_tests") >"$folder/unit.log" 2>&1
status=$?
result $status "unit tests (see $folder/unit.log)"
[ $status = 0 ] || tail -n 40 "$folder/unit.log"

for source in examples/*.py tests/bad_input/*.py; do
    [ "$(basename "$source")" = table.py ] && continue
    "$folder/pyaot" "$source" -o "$folder/c/$(basename "$source" .py)" --emit=c --python "$PY" >"$folder/run.log" 2>&1
    status=$?
    case $source in
    examples/*) [ $status = 0 ] ;;
    *) [ $status = 1 ] ;;
    esac
    ok=$?
    grep -qE 'Sanitizer|runtime error:' "$folder/run.log" && ok=1
    result $ok "$source through the compiler (exit status $status)"
    [ $ok = 0 ] || tail -n 30 "$folder/run.log"
done

"$PY" scripts/sanitized_programs.py "$folder/pyaot" >"$folder/programs.log" 2>&1
status=$?
result $status "programs of tests/e2e through the compiler"
[ $status = 0 ] || tail -n 60 "$folder/programs.log"

"$PY" tests/fuzz/run.py --pyaot "$folder/pyaot" --count 200 --compile-only --no-shrink --out "$folder/fuzz" >"$folder/fuzz.log" 2>&1
status=$?
result $status "random programs through the compiler"
[ $status = 0 ] || tail -n 60 "$folder/fuzz.log"

# CC may be a command with arguments.
library=$($CC -print-file-name=libasan.so)
flags="-O1 -fsanitize=$sanitize -fno-omit-frame-pointer -fno-sanitize-recover=undefined -g"
mkdir -p "$folder/pytest"
PYAOT=$BUILD/pyaot
"$MAKE" -s "$BUILD/pyaot" || { echo "$passed passed, $((failed + 1)) failed"; exit 1; }
env CC="$CC" CFLAGS="$flags" PYAOT_RUNTIME_CACHE="$(pwd)/$folder/objects" PYAOT_SANITIZED_LIBRARY="$library" PYAOT="$PYAOT" \
    "$PY" scripts/run_sanitized.py "$folder/extensions" \
    >"$folder/extensions.log" 2>&1
status=$?
cat "$folder/extensions.log"
result $status "extensions of the examples"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
