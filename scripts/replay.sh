#!/bin/sh
# Shows what the generated files of all examples look like now against another commit: replay.sh COMMIT.
# Builds that commit in a work tree of its own under $BUILD/replay; exits with 1 when anything differs.
set -eu
BUILD=${BUILD:-build} MAKE=${MAKE:-make}
ref=${1:-}
[ -n "$ref" ] || { echo "usage: make replay REF=commit" >&2; exit 2; }
commit=$(git rev-parse --verify --quiet "$ref^{commit}") || { echo "replay: no such commit: $ref" >&2; exit 2; }
folder=$(pwd)/$BUILD/replay
tree=$folder/tree
mkdir -p "$folder"
git worktree remove --force "$tree" 2>/dev/null || true
git worktree add --quiet --detach "$tree" "$commit"
trap 'git worktree remove --force "$tree"' EXIT
"$MAKE" -s
"$MAKE" -s -j2 -C "$tree" -o "$(pwd)/build/deps/.stamp" DEPS="$(pwd)/build/deps"

# The same sources, the ones of today, go through both compilers, into the same folder, since depfiles name it.
emit() {
    rm -rf "$folder/$2" "$folder/out"
    mkdir "$folder/out"
    for source in examples/*.py; do
        name=$(basename "$source" .py)
        [ "$name" = table ] || "$1" "$source" -o "$folder/out/$name" --emit=c --python .venv/bin/python >/dev/null 2>&1 ||
            echo "replay: $2: $source exits with $?"
    done
    mv "$folder/out" "$folder/$2"
}
emit "$tree/build/pyaot" before
emit "$BUILD/pyaot" now
cd "$folder"
if diff -ru before now >replay.diff; then
    echo "replay: no difference to $ref"
else
    cat replay.diff
    echo "replay: $(grep -c '^diff ' replay.diff) files differ from $ref ($folder/replay.diff)"
    exit 1
fi
