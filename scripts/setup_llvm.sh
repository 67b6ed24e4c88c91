#!/bin/sh
# Installs what the LLVM back end is built with where it is missing: LLVM 19 and clang 19 (Debian packages, as root).
set -eu
LLVM_CONFIG=${LLVM_CONFIG:-llvm-config-19} CLANG=${CLANG:-clang-19}
has() { command -v "$1" >/dev/null 2>&1; }
if has "$LLVM_CONFIG" && has "$CLANG" && [ -f "$("$LLVM_CONFIG" --includedir)/llvm-c/Core.h" ]; then
    exit 0
fi
if [ "$(id -u)" != 0 ] || ! has apt-get; then
    echo "the LLVM back end needs LLVM 19 and clang 19 (Debian: apt-get install llvm-19-dev clang-19 lld-19)" >&2
    exit 1
fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends llvm-19-dev clang-19 lld-19 >/dev/null
