#!/bin/sh
# Tests of runtime/pyaot_math.h and runtime/pyaot_gemm.h. Usage: run.sh [--all]
#   CC  C compiler (gcc)   PY  Python with torch (.venv/bin/python)   OUT  folder for what is built (build/tests/math)
# A sample of a few million numbers by default; with --all every one of the 2^32 f32 bit patterns (minutes).
# The last line is `N passed, N failed`; the exit status is 1 when one failed.
set -u
cd "$(dirname "$0")/../.." || exit 1
CC=${CC:-gcc}
PY=${PY:-.venv/bin/python}
OUT=${OUT:-build/tests/math}
STEP=4099
[ "${1:-}" = --all ] && STEP=1
mkdir -p "$OUT" || exit 1

WARN="-std=c11 -Wall -Wextra -Wshadow -Werror -I."
# clang tells of the loops over libm, which nothing can vectorise
case "$CC" in *clang*) WARN="$WARN -Wno-pass-failed" ;; esac
# as the compiler driver builds what is generated
GENERATED="-O3 -march=native -mprefer-vector-width=512 -fno-math-errno -fno-trapping-math -ffp-contract=off -fopenmp"
PORTABLE="-O2 -march=x86-64 -fno-math-errno -fno-trapping-math -ffp-contract=off -fopenmp"
ORACLE="-O3 -march=native -mprefer-vector-width=512 -fno-math-errno -fno-trapping-math -fopenmp"
UNDEFINED="-O1 -fno-math-errno -fopenmp -fno-sanitize-recover=undefined -fsanitize=undefined"
passed=0
failed=0

# count LOG: adds the figures of its last line, or one failure if the line is missing
count() {
    line=$(tail -n 1 "$1")
    p=$(echo "$line" | sed -n 's/^\([0-9]*\) passed, [0-9]* failed$/\1/p')
    f=$(echo "$line" | sed -n 's/^[0-9]* passed, \([0-9]*\) failed$/\1/p')
    if [ -z "$p" ]; then
        echo "no result from $1"
        tail -n 5 "$1"
        f=1
    fi
    passed=$((passed + ${p:-0}))
    failed=$((failed + ${f:-0}))
}

# accuracy NAME FLAGS STEP
accuracy() {
    log="$OUT/accuracy_$1.log"
    echo "did not build" >"$log"
    # shellcheck disable=SC2086
    $CC $WARN $2 -c tests/math/vector.c -o "$OUT/vector_$1.o" &&
        $CC $WARN $ORACLE -c tests/math/accuracy.c -o "$OUT/accuracy_$1.o" &&
        $CC $2 "$OUT/vector_$1.o" "$OUT/accuracy_$1.o" -o "$OUT/accuracy_$1" -lmvec -lm &&
        if [ -n "${LIVE:-}" ]; then
            "$OUT/accuracy_$1" "$3" | tee "$log"
        else
            "$OUT/accuracy_$1" "$3" >"$log" 2>&1
        fi
}

# program NAME LABEL FLAGS: tests/math/NAME.c, run alone
program() {
    log="$OUT/$1_$2.log"
    echo "did not build" >"$log"
    # shellcheck disable=SC2086
    $CC $WARN $3 "tests/math/$1.c" -o "$OUT/$1_$2" -lm && "$OUT/$1_$2" >"$log" 2>&1
}

# the integer rules and casts, against torch
semantics() {
    echo "did not build" >"$OUT/semantics.log"
    # shellcheck disable=SC2086
    $CC $WARN $GENERATED -shared -fPIC tests/math/semantics.c -o "$OUT/semantics.so" -lm &&
        "$PY" tests/math/semantics.py "$OUT/semantics.so" >"$OUT/semantics.log" 2>&1
}

# show LOG PATTERN: its lines that match, then its figures
show() {
    grep -E "$2" "$OUT/$1.log"
    count "$OUT/$1.log"
}

[ $STEP = 1 ] || accuracy generated "$GENERATED" $STEP &
accuracy portable "$PORTABLE" 16381 &
accuracy undefined "$UNDEFINED" 65521 &
program gemm generated "$GENERATED" &
program gemm portable "$PORTABLE" &
program gemm undefined "$UNDEFINED,address" &
semantics &
wait
if [ $STEP = 1 ]; then # takes all cores, and shows how far it is
    LIVE=1 accuracy generated "$GENERATED" $STEP
fi
"$PY" tests/math/vectorised.py "$OUT/vector_generated.o" >"$OUT/vectorised.log" 2>&1
[ $STEP = 1 ] && count "$OUT/accuracy_generated.log" || show accuracy_generated "ulp at|error"
show accuracy_portable "FAILED|error"
show accuracy_undefined "FAILED|error"
show vectorised "rror|not checked"
show gemm_generated "wrong|error"
show gemm_portable "wrong|error"
show gemm_undefined "wrong|error"
show semantics "torch gives|rror"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
