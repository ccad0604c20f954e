#!/usr/bin/env bash
# Build the R package from a copy of the checkout without virtual environments, which R CMD build would include.
# Usage: tools/build_r.sh FOLDER [R CMD build options]; leaves softprofile_*.tar.gz in FOLDER.
set -euo pipefail
folder=$(cd "$1" && pwd)
shift
mkdir "$folder/softprofile"
tar -c --exclude-vcs --exclude=./.venv --exclude='*_cache' --exclude=__pycache__ . | tar -x -C "$folder/softprofile"
cd "$folder"
R CMD build "$@" softprofile
