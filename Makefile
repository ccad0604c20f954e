# One place for every chore; `make` alone lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
R_READY := $(VENV)/.r-ready
R_LIBRARY := $(VENV)/r-library
BENCH_READY := $(VENV)/.bench-ready
GRASPOLOGIC := .venv-graspologic

.DEFAULT_GOAL := help
.PHONY: help demo test lint rtest rcheck vignettes studies bench format clean

help:  ## List the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "make %-9s %s\n", $$1, $$2}'

$(INSTALLED): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "softprofile needs Python 3.11 or newer: set PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

demo: $(INSTALLED)  ## Fit the Parkinson surface: prints the summary, writes the figure to demo/
	$(BIN)/softprofile demo --out demo

$(R_READY): $(INSTALLED) tools/setup_r.sh
	tools/setup_r.sh $(abspath $(BIN))/python
	@touch $@

# One thread each: the test processes fill the cores already.
test: lint $(R_READY)  ## Check style and types, run all tests, of Python and of R
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest -n auto

	$(MAKE) rtest

# The R package is installed beside the environment and tested against the Python package in it.
rtest: $(R_READY)  ## Run the tests of the R package alone
	@if command -v Rscript >/dev/null; then mkdir -p $(R_LIBRARY) && tools/test_r.sh $(R_LIBRARY) $(abspath $(BIN))/python; \
	else echo "no R here: its tests are skipped"; fi

rcheck: $(R_READY)  ## R CMD build and R CMD check of the R package
	@if command -v Rscript >/dev/null; then tools/check_r.sh $(abspath $(BIN))/python; \
	else echo "no R here: R CMD check is skipped"; fi

vignettes: $(R_READY)  ## Execute all vignettes and render them to HTML in build/vignettes
	$(BIN)/python tools/render_vignettes.py

# graspologic needs numpy < 2: it has an environment of its own, and is left out of the table where it cannot be had.
$(BENCH_READY): $(INSTALLED)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	@{ $(PYTHON) -m venv $(GRASPOLOGIC) \
	  && $(GRASPOLOGIC)/bin/python -m pip install --quiet --disable-pip-version-check 'graspologic>=3.4'; } \
	  || { echo "graspologic cannot be installed: it is left out"; rm -rf $(GRASPOLOGIC); }
	@touch $@

studies: $(INSTALLED)  ## Measure by simulation how answers behave, write docs/studies
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python -m studies --jobs 2

bench: $(BENCH_READY)  ## Time softprofile beside its peers, write docs/speed.md, .csv and .png
	$(BIN)/python -m benchmarks --write-docs

lint: $(INSTALLED)  ## Check style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

format: $(INSTALLED)  ## Bring all files into the house style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:  ## Remove the environment and what the targets made
	rm -rf $(VENV) $(GRASPOLOGIC) demo reproduced build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
