#!/usr/bin/env bash
# Install the R package into a separate library and run its tests with the given Python.
# Usage: tools/test_r.sh LIBRARY PYTHON
set -euo pipefail
library=$(cd "$1" && pwd)
export RETICULATE_PYTHON=$2
export R_LIBS="$library${R_LIBS:+:$R_LIBS}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }; }
quietly tools/build_r.sh "$work" --no-build-vignettes
quietly R CMD INSTALL --library="$library" "$work"/softprofile_*.tar.gz
# Without this check every test would be skipped silently.
Rscript -e 'if (!softprofile::softprofile_available()) stop("the Python package softprofile is not in ",
            Sys.getenv("RETICULATE_PYTHON"))'
Rscript -e 'library(softprofile); testthat::test_dir("tests/testthat", package = "softprofile",
            load_package = "installed", reporter = "summary", stop_on_failure = TRUE)'
