#!/usr/bin/env bash
# R CMD build and R CMD check of the R package in an empty folder: fails on an error or a warning, prints the notes.
# Usage: tools/check_r.sh PYTHON
set -euo pipefail
export RETICULATE_PYTHON=$1
# The check runs beside a folder called softprofile, the R package, which Python would take for an editable install.
export PYTHONPATH=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tools/build_r.sh "$work"
cd "$work"
_R_CHECK_FORCE_SUGGESTS_=false R CMD check --no-manual softprofile_*.tar.gz | tee check.log
if grep -qE '^Status:.*(ERROR|WARNING)' check.log; then exit 1; fi
