#!/bin/sh
# Fetches the C sources of tree-sitter and of its Python grammar into a folder: sh scripts/fetch_deps.sh build/deps
#
# Both come as Python source distributions through pip, pinned by version and SHA-256. The grammar's parser.c and headers are
# those of 0.25.0; its archive lacks scanner.c, which is taken from 0.23.6 (a test compares their token lists).
# The result:  DIR/tree-sitter/include/tree_sitter/api.h  DIR/tree-sitter/src/lib.c (compile this one alone)
#              DIR/tree-sitter-python/parser.c, scanner.c  DIR/tree-sitter-python/tree_sitter/*.h
# Does nothing when the result is there already. PYTHON names the interpreter whose pip is used.
set -eu

dir=${1:?usage: fetch_deps.sh DIR}
pins="tree-sitter==0.26.1 tree-sitter-python==0.25.0 tree-sitter-python==0.23.6"
hash_of() {
    case $1 in
    tree-sitter==0.26.1) echo 9919cbaf02d17fa9a4cd0e6da496aecf901b758e6eacf122eee393e3ef08aacd ;;
    tree-sitter-python==0.25.0) echo b13e090f725f5b9c86aa455a268553c65cadf325471ad5b65cd29cac8a1a68ac ;;
    tree-sitter-python==0.23.6) echo 354bfa0a2f9217431764a631516f85173e9711af2c13dbd796a8815acfe505d9 ;;
    esac
}

die() {
    echo "fetch_deps: $*" >&2
    exit 1
}

stamp=$dir/.fetched
if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$pins" ]; then
    exit 0
fi
mkdir -p "$dir" || die "cannot create $dir"
work=$(mktemp -d "$dir/fetch.XXXXXX") || die "cannot write to $dir"
trap 'rm -rf "$work"' EXIT

# An interpreter with pip: the one asked for, the project's virtual environment, the system's, or a fresh environment.
find_python() {
    for candidate in "${PYTHON:-}" .venv/bin/python python3; do
        if [ -n "$candidate" ] && "$candidate" -m pip --version >/dev/null 2>&1; then
            echo "$candidate"
            return
        fi
    done
    if python3 -m venv "$work/venv" >"$work/venv.log" 2>&1; then
        echo "$work/venv/bin/python"
    fi
}
python=$(find_python)
[ -n "$python" ] || die "needs Python 3 with pip: apt-get install python3-venv python3-pip"

# pip asks a source distribution for its metadata. Without build isolation that takes a second, but the interpreter must have
# setuptools; with isolation pip fetches setuptools first.
download() {
    pin=$1 into=$2 log=$work/pip.log
    mkdir -p "$into"
    for isolation in --no-build-isolation --retries=3; do
        if "$python" -m pip --disable-pip-version-check download --quiet --no-binary :all: --no-deps $isolation \
            --dest "$into" "$pin" >"$log" 2>&1; then
            return
        fi
    done
    cat "$log" >&2
    die "pip could not download $pin (is the network reachable? set PIP_INDEX_URL or HTTPS_PROXY if you need a mirror)"
}

for pin in $pins; do
    archive_dir=$work/archive-$pin
    download "$pin" "$archive_dir"
    archive=$(ls "$archive_dir"/*.tar.gz 2>/dev/null | head -n 1)
    [ -n "$archive" ] || die "pip downloaded no .tar.gz for $pin"
    actual=$(sha256sum "$archive" | cut -d ' ' -f 1)
    [ "$actual" = "$(hash_of "$pin")" ] || die "$pin has SHA-256 $actual instead of $(hash_of "$pin"): not used"
    mkdir -p "$work/$pin"
    tar -xzf "$archive" -C "$work/$pin" --strip-components=1 || die "cannot unpack $archive"
done

grammar=$dir/tree-sitter-python
rm -rf "$dir/tree-sitter" "$grammar"
mkdir -p "$grammar"
mv "$work/tree-sitter==0.26.1/tree_sitter/core/lib" "$dir/tree-sitter"
mv "$work/tree-sitter-python==0.25.0/src/parser.c" "$work/tree-sitter-python==0.25.0/src/tree_sitter" "$grammar/"
mv "$work/tree-sitter-python==0.23.6/src/scanner.c" "$grammar/"
for file in "$dir/tree-sitter/include/tree_sitter/api.h" "$dir/tree-sitter/src/lib.c" "$grammar/parser.c" \
    "$grammar/scanner.c" "$grammar/tree_sitter/parser.h"; do
    [ -f "$file" ] || die "$file is missing after unpacking"
done
echo "$pins" >"$stamp"
