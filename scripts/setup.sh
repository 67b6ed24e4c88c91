#!/bin/sh
# Installs what building and testing pyaot needs and the machine lacks; does nothing where all is there.
# Takes PYTHON, VENV, TORCH and PIP_FLAGS from the environment. Needs no terminal. Exits 1 with what to do when a system
# package is missing and the user may not install it.
set -eu
PYTHON=${PYTHON:-python3} VENV=${VENV:-.venv} TORCH=${TORCH:-torch==2.13.0} PIP_FLAGS=${PIP_FLAGS:-}

# Two runs at once (say, two checks of one checkout) would write into one environment.
if [ "${SETUP_LOCKED:-}" = "" ] && command -v flock >/dev/null; then
    mkdir -p build
    SETUP_LOCKED=1 exec flock build/setup.lock sh "$0"
fi

has_python_headers() {
    "$PYTHON" -c 'import os,sys,sysconfig; sys.exit(not os.path.exists(sysconfig.get_paths()["include"]+"/Python.h"))'
}
packages=""
need() { packages="$packages $1"; }
command -v gcc >/dev/null || need gcc
printf '#include <stdio.h>\n' | gcc -E -x c - >/dev/null 2>&1 || need libc6-dev
printf '#include <criterion/criterion.h>\n' | gcc -E -x c - >/dev/null 2>&1 || need libcriterion-dev
command -v "$PYTHON" >/dev/null || need python3
{ command -v "$PYTHON" >/dev/null && "$PYTHON" -c 'import ensurepip, venv' 2>/dev/null; } || need python3-venv
{ command -v "$PYTHON" >/dev/null && has_python_headers; } || need python3-dev

if [ -n "$packages" ]; then
    if [ "$(id -u)" != 0 ]; then
        echo "setup: missing system packages:$packages" >&2
        echo "setup: install them, then run make again:  sudo apt-get install$packages" >&2
        exit 1
    fi
    if ! command -v apt-get >/dev/null; then
        echo "setup: missing:$packages; this is no Debian or Ubuntu system: install their equivalents" >&2
        exit 1
    fi
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq </dev/null
    # shellcheck disable=SC2086
    apt-get install -y -qq $packages </dev/null
fi

"$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "setup: $PYTHON is older than Python 3.11; set PYTHON=..." >&2
    exit 1
}
[ -x "$VENV/bin/python" ] || "$PYTHON" -m venv "$VENV"
wanted="$TORCH numpy pytest setuptools ruff"
if ! "$VENV/bin/python" - "$TORCH" <<'CHECK' 2>/dev/null
import importlib.metadata as metadata, sys
name, _, version = sys.argv[1].partition("==")
have = metadata.version(name).split("+")[0]
assert not version or have == version.split("+")[0]
for package in ("numpy", "pytest", "setuptools", "ruff"):
    metadata.version(package)
CHECK
then
    # shellcheck disable=SC2086
    "$VENV/bin/python" -m pip install -q --disable-pip-version-check --no-input $PIP_FLAGS $wanted </dev/null
fi
echo "setup: ready ($("$VENV/bin/python" --version), $("$VENV/bin/python" -m pip list 2>/dev/null | awk '$1=="torch"{print $1" "$2}'))"
