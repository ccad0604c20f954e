"""`python -m studies NAME... [--quick] [--jobs N] [--out DIR]`."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import time
from pathlib import Path

import studies
from studies.report import write_page

NAMES = sorted(module.name for module in pkgutil.iter_modules(studies.__path__))
STUDIES = [name for name in NAMES if name not in ("__main__", "report")]


def main() -> None:
    """Run the named studies, or all, and write a page and tables for each."""
    parser = argparse.ArgumentParser(prog="python -m studies", description=studies.__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(STUDIES)}; default: all")
    parser.add_argument("--quick", action="store_true", help="few repetitions, to test the code only")
    parser.add_argument("--jobs", type=int, default=1, help="number of worker processes")
    parser.add_argument("--out", type=Path, default=Path("docs/studies"), help="output folder")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in STUDIES]
    if unknown:
        parser.error(f"unknown study {unknown[0]!r}: choose from {', '.join(STUDIES)}.")
    options.out.mkdir(parents=True, exist_ok=True)
    for name in options.names or STUDIES:
        started = time.perf_counter()
        study = importlib.import_module(f"studies.{name}").run(options.quick, options.jobs)
        page = write_page(name, study, options.out)
        print(f"{name}: {time.perf_counter() - started:.0f} s, written to {page}", flush=True)


if __name__ == "__main__":
    main()
