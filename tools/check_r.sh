#!/usr/bin/env bash
# Run R CMD build and R CMD check in an empty folder; fail on errors and warnings, print the notes.
# Usage: tools/check_r.sh PYTHON
set -euo pipefail
export RETICULATE_PYTHON=$1
# The check runs next to a folder named softprofile (the R package), which Python would import instead of its package.
export PYTHONPATH=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tools/build_r.sh "$work"
cd "$work"
_R_CHECK_FORCE_SUGGESTS_=false R CMD check --no-manual softprofile_*.tar.gz | tee check.log
if grep -qE '^Status:.*(ERROR|WARNING)' check.log; then exit 1; fi
