#!/bin/sh
# run.sh [--sanitize] [pytest arguments]: tests of the run time on a hand-written sample of generated code; the last line is
# `N passed, N failed`. --sanitize builds the sample with the address and undefined-behaviour sanitizers.
here=$(cd "$(dirname "$0")" && pwd)
PY=${PY:-$here/../../.venv/bin/python}
case $PY in */*) PY=$(cd "$(dirname "$PY")" && pwd)/$(basename "$PY") ;; esac
export CC="${CC:-gcc}" PYTHON="$PY"
cd "$here" || exit 1
preload=
if [ "$1" = --sanitize ]; then
    shift
    export RUNTIME_TEST_CFLAGS="-O1 -g -fsanitize=address,undefined -fno-omit-frame-pointer -fno-sanitize-recover=undefined"
    export ASAN_OPTIONS="detect_leaks=0:${ASAN_OPTIONS}"
    preload="$($CC -print-file-name=libasan.so):$($CC -print-file-name=libstdc++.so.6)"
fi
report=$(mktemp)
LD_PRELOAD=$preload "$PY" -m pytest -q -p no:cacheprovider --tb=short "$@" . >"$report" 2>&1
status=$?
cat "$report"
count() { sed -n "s/.*[^0-9]\\([0-9][0-9]*\\) $1.*/\\1/p;s/^\\([0-9][0-9]*\\) $1.*/\\1/p" "$report" | tail -n 1; }
passed=$(count passed) failed=$(count failed) errors=$(count error)
rm -f "$report"
echo "${passed:-0} passed, $((${failed:-0} + ${errors:-0})) failed"
exit $status
