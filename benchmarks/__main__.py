"""`python -m benchmarks [--only NAME] [--quick] [--out DIR] [--write-docs]`."""

from __future__ import annotations

import argparse
import importlib
import time
from pathlib import Path

from benchmarks.report import Findings, draw, markdown_page, markdown_table, write_csv

GROUPS = ("importing", "elbow", "fits", "simulation", "growth")
DOCS = Path("docs")


def main() -> None:
    """Run the groups of jobs, print the table and write the results."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--only", choices=GROUPS, action="append", help="run only this group; may be repeated")
    parser.add_argument("--quick", action="store_true", help="small sizes, to test the code only")
    parser.add_argument("--out", type=Path, default=Path("build/bench"), help="output folder")
    parser.add_argument("--write-docs", action="store_true", help="write docs/speed.md, .csv and .png instead")
    options = parser.parse_args()
    if options.write_docs and (options.quick or options.only):
        parser.error("--write-docs needs a complete run: remove --quick and --only.")
    found = Findings()
    for name in options.only or GROUPS:
        started = time.perf_counter()
        found.add(importlib.import_module(f"benchmarks.{name}").run(options.quick))
        print(f"{name}: {time.perf_counter() - started:.0f} s", flush=True)
    folder = DOCS if options.write_docs else options.out
    folder.mkdir(parents=True, exist_ok=True)
    if found.curves:
        draw(found.curves, folder / "speed.png")
    write_csv(found.rows, folder / "speed.csv")
    page = markdown_page(found, "speed.png" if found.curves else None)
    (folder / "speed.md").write_text(page, encoding="utf-8")
    print(markdown_table(found.rows))
    print(f"written to {folder}")


if __name__ == "__main__":
    main()
