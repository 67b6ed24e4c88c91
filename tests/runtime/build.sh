#!/bin/sh
# build.sh OUT [flags]: compiles the sample against the run time into the folder OUT.
set -e
here=$(cd "$(dirname "$0")" && pwd)
runtime=${RUNTIME:-$here/../../runtime}
out=$1
shift
python=${PYTHON:-$here/../../.venv/bin/python}
include=$("$python" -c 'import sysconfig; print(sysconfig.get_paths()["include"])')
mkdir -p "$out"
cp "$here"/sample.py "$here"/sample_kernels.c "$runtime"/pyaot_*.[ch] "$runtime"/pyaot_stub.py "$runtime"/pyaot_record.py "$out"
cd "$out"
${CC:-gcc} -O3 -march=native -mprefer-vector-width=512 -fno-math-errno -fno-trapping-math \
    -ffp-contract=fast -fopenmp -shared -fPIC -std=gnu11 -Wall -Wextra -Wshadow -Werror "$@" -I"$include" sample_kernels.c pyaot_*.c -o _sample_pyaot.abi3.so
