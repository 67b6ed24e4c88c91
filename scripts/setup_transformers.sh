#!/bin/sh
# Makes the virtual environment $1, which sees what the project's has (torch), and installs TRANSFORMERS into it alone.
# Takes VENV, TRANSFORMERS and PIP_FLAGS from the environment. Does nothing where it is there already.
set -eu
target=$1 base=$(cd "${VENV:-.venv}" && pwd) wanted=${TRANSFORMERS:-transformers}
[ "$(cat "$target/.stamp" 2>/dev/null)" != "$wanted" ] || exit 0
[ -x "$target/bin/python" ] || "$base/bin/python" -m venv --without-pip "$target"
packages=$("$target/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
"$base/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))' >"$packages/project.pth"
# shellcheck disable=SC2086
"$base/bin/python" -m pip --python "$target/bin/python" install -q --disable-pip-version-check --no-input \
    ${PIP_FLAGS:-} "$wanted" </dev/null
echo "$wanted" >"$target/.stamp"
